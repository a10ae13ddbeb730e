internal import Media

/// When a test device captures what: pure arithmetic.
///
/// Test cameras and microphones look at the same imagined scene, in which a light flashes and a beep sounds at each
/// whole second of CLOCK_MONOTONIC. Each counts by a clock of its own from the whole second before it was started, so
/// that without a clock error a picture is taken just when the light goes on.
struct TestDeviceTiming: Sendable {
  /// A whole second, in nanoseconds of CLOCK_MONOTONIC.
  let epoch: Int64
  /// The number of the first sample that is captured, counted from `epoch`.
  let firstIndex: Int64
  /// True nanoseconds between two samples, as a fraction.
  private let interval: (numerator: Int128, denominator: Int128)

  static let second: Int64 = 1_000_000_000

  /// - Parameters:
  ///   - rate: Samples or pictures a second of the device's own clock.
  ///   - clockError: Parts per million by which that clock is too fast.
  ///   - start: No sample is captured earlier.
  init(rate: Rational, clockError: Int, start: Int64) {
    epoch = start / Self.second * Self.second
    interval = (
      Int128(Self.second) * Int128(rate.denominator) * 1_000_000,
      Int128(rate.numerator) * Int128(1_000_000 + clockError)
    )
    let (quotient, remainder) = (Int128(start - epoch) * interval.denominator)
      .quotientAndRemainder(dividingBy: interval.numerator)
    firstIndex = Int64(clamping: remainder > 0 ? quotient + 1 : quotient)
  }

  /// When sample `index`, counted from `epoch`, is captured; rounded down.
  func time(of index: Int64) -> Int64 {
    epoch + Int64(clamping: Int128(index) * interval.numerator / interval.denominator)
  }

  /// The first sample that is not captured before `time`.
  func index(at time: Int64) -> Int64 {
    let (quotient, remainder) = (Int128(time - epoch) * interval.denominator)
      .quotientAndRemainder(dividingBy: interval.numerator)
    return Int64(clamping: remainder > 0 ? quotient + 1 : quotient)
  }

  /// The sample that is captured nearest to `time`; the later one of two.
  func nearestIndex(to time: Int64) -> Int64 {
    Int64(clamping: (2 * Int128(time - epoch) * interval.denominator + interval.numerator) / (2 * interval.numerator))
  }
}
