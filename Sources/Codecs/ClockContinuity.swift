/// Keeps time going forward where a transport stream's clock starts again: joined recordings, a restarted camera.
///
/// A stream whose decode times jump back has met such a place; what follows is moved to where the stream would have gone
/// on. The other streams meet it a little earlier or later in the file: they take over the same move where it fits, so that
/// what belongs together stays together. Jumps forward are gaps, and are kept. Pure; times are in one unit for all.
struct ClockContinuity {
  private struct Progress {
    var offset: Int64 = 0
    /// Where its next packet is expected, after the offset.
    var next: Int64
  }

  /// Decode times go back a little in badly made streams: less than this is not a new clock.
  private let tolerance: Int64
  /// How far a stream may be from another's move to take it over.
  private let reach: Int64
  private var streams: [Int: Progress] = [:]
  private var latestOffset: Int64 = 0
  /// Places where the clock started again.
  private(set) var restarts = 0

  /// - Parameter ticksPerSecond: Of the times that will be asked about.
  init(ticksPerSecond: Int64) {
    tolerance = ticksPerSecond / 2
    reach = ticksPerSecond * 10
  }

  /// What must be added to the times of a packet.
  mutating func offset(ofStream stream: Int, decodeTime: Int64, duration: Int64) -> Int64 {
    guard var progress = streams[stream] else {
      // A stream that begins after a restart belongs to the new clock.
      streams[stream] = Progress(offset: latestOffset, next: decodeTime &+ latestOffset &+ max(duration, 0))
      return latestOffset
    }
    if decodeTime &+ progress.offset < progress.next &- tolerance {
      let shared = decodeTime &+ latestOffset
      if latestOffset != progress.offset, (shared &- progress.next).magnitude <= UInt64(reach) {
        progress.offset = latestOffset
      } else {
        progress.offset = progress.next &- decodeTime
        latestOffset = progress.offset
        restarts += 1
      }
    }
    progress.next = max(progress.next, decodeTime &+ progress.offset &+ max(duration, 0))
    streams[stream] = progress
    return progress.offset
  }
}
