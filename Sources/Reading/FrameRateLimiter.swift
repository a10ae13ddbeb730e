import Media

/// Thins out pictures above a frame rate by their times; never adds one, never moves one.
///
/// Keeps a picture when it comes at most half a source interval before its turn, so that 60 to 30 keeps every second
/// one in spite of jitter, and a rate just above the cap loses only what it must.
struct FrameRateLimiter {
  /// Shortest time from one picture to the next on average, in ticks scaled by `scale`.
  private let interval: Int64
  private let scale: Int64
  private var nextTurn: Int64?
  private var previous: Int64?

  /// - Parameters:
  ///   - maximum: Pictures a second.
  ///   - timeBase: Of the times that will be asked about.
  init(maximum: Rational, timeBase: Rational) {
    // interval = 1/maximum seconds, in units of timeBase/scale so that it is whole.
    scale = Int64(maximum.numerator) * Int64(timeBase.numerator)
    interval = Int64(maximum.denominator) * Int64(timeBase.denominator)
  }

  /// Whether the picture at `time` is kept; call in presentation order.
  mutating func keeps(_ time: Int64) -> Bool {
    let (now, overflow) = time.multipliedReportingOverflow(by: scale)
    guard !overflow, let turn = nextTurn else {
      nextTurn = overflow ? nil : now &+ interval
      previous = now
      return true
    }
    let sourceInterval = previous.map { now &- $0 } ?? interval
    previous = now
    // Half the source's own interval of tolerance, at most half of ours.
    guard now >= turn &- min(sourceInterval, interval) / 2 else { return false }
    // After a pause a new grid starts; on time, the grid goes on so that the average holds.
    nextTurn = now > turn &+ interval ? now &+ interval : turn &+ interval
    return true
  }
}
