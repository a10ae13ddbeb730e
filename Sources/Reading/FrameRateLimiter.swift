import Media

/// Thins out pictures above a frame rate by their times; never adds one, never moves one.
///
/// Keeps a picture when it comes at most half a source interval before its turn, so that 60 to 30 keeps every second
/// one in spite of jitter, and a higher rate loses only what it must. What is above the cap by at most a fiftieth (a
/// clock that is not quite right) is not touched.
struct FrameRateLimiter {
  /// Shortest time from one picture to the next on average, in ticks scaled by `scale`.
  private let interval: Int64
  private let scale: Int64
  private var nextTurn: Int64 = 0
  private var previous: Int64?
  private var lastKept: Int64 = 0

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
    // Times beyond 64 bits are nonsense; thinning them out would be too.
    guard !overflow else { return true }
    guard let previous else {
      keep(now, nextTurn: now &+ interval)
      return true
    }
    let sourceInterval = now &- previous
    self.previous = now
    // Half the source's own interval of tolerance, at most half of ours.
    let isItsTurn = now >= nextTurn &- min(sourceInterval, interval) / 2
    guard isItsTurn || now &- lastKept >= interval &- interval / 51 else { return false }
    // After a pause a new grid starts; on time, the grid goes on so that the average holds, but never runs away.
    let isLate = now > nextTurn &+ interval
    keep(now, nextTurn: isLate ? now &+ interval : min(nextTurn &+ interval, now &+ interval &+ interval / 2))
    return true
  }

  private mutating func keep(_ now: Int64, nextTurn: Int64) {
    self.nextTurn = nextTurn
    previous = now
    lastKept = now
  }
}
