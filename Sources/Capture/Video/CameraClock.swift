/// Turns the stamps of a camera's driver into capture times: when the exposure began, by CLOCK_MONOTONIC.
///
/// A stamp that a driver takes at the start of exposure is that time. One taken at the end of the frame, when its last
/// line has been read, comes later by exposure and reading, which nobody states; together they take about as long as
/// a frame, which is subtracted. Drivers without a sensor (loopbacks) have neither, and nothing is subtracted.
///
/// Times only ever grow. A stamp of another clock, from the future, or not after the one before it, is replaced by the
/// time at which the picture was fetched. Whose clock a stamp is of shows in its value, for other clocks are decades away;
/// the buffer's flags do not say it reliably (v4l2loopback stamps by CLOCK_MONOTONIC, and sets none).
struct CameraClock: Sendable {
  struct Reading: Hashable, Sendable {
    let time: Int64
    /// The driver's stamp was of no use.
    let isEstimated: Bool
  }

  /// From the start of exposure to the end of the frame, in nanoseconds.
  let frameDelay: Int64
  private var last: Int64?

  /// - Parameter frameDelay: In nanoseconds; 0 where it is unknown, and for drivers without a sensor.
  init(frameDelay: Int64) { self.frameDelay = frameDelay }

  /// - Parameters:
  ///   - stamp: The driver's, in nanoseconds.
  ///   - isStartOfExposure: The driver takes it then, not at the end.
  ///   - now: When the picture was fetched.
  mutating func read(stamp: Int64, isStartOfExposure: Bool, now: Int64) -> Reading {
    if stamp > 0, stamp <= now + Self.tolerance, stamp >= now - Self.oldest {
      let time = stamp - (isStartOfExposure ? 0 : frameDelay)
      if time > last ?? .min {
        last = time
        return Reading(time: time, isEstimated: false)
      }
    }
    let time = max(now - frameDelay, last.map { $0 + 1 } ?? .min)
    last = time
    return Reading(time: time, isEstimated: true)
  }

  /// Stamps are rounded, and some devices' clocks are modelled: a little ahead is no fault.
  private static let tolerance: Int64 = 100_000_000
  /// No queue of buffers is that long.
  private static let oldest: Int64 = 10_000_000_000
}
