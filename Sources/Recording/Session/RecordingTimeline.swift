internal import Media

/// Puts pictures on the recording's line of time: pure.
///
/// The first picture is at 0. Pauses are cut out exactly: what follows begins where the picture before the pause ends.
/// Capture times are nanoseconds of the monotonic clock; what comes out is in `timeBase`.
struct RecordingTimeline {
  /// Of the video track.
  static let timeBase = Rational(1, 90_000)

  enum Placement: Equatable {
    /// It is written at `time` for `duration`, both in units of `timeBase`.
    case at(time: Int64, duration: Int64)
    /// It was captured during a pause.
    case paused
    /// It is not later than the one before.
    case late
    /// It lies beyond the longest duration: the recording is complete.
    case complete
  }

  /// A stretch of capture time that is not in the recording.
  struct Cut: Equatable {
    let from: Int64
    let to: Int64
  }

  private let maximumDuration: Int64?
  /// When the first picture was captured.
  private(set) var start: Int64?
  /// When the picture that was kept last ends.
  private(set) var end: Int64?
  /// Of all pauses so far.
  private(set) var removed: Int64 = 0
  private(set) var residual = TimestampResidual()
  /// `nil` after a pause: no interval reaches across it.
  private var lastCapture: Int64?
  private var lastTicks: Int64?
  private var usualInterval: Int64
  /// The last few, from which the usual one comes.
  private var intervals: [Int64] = []
  /// Of which the median is taken: one or two holes are no new pace.
  private static let intervalCount = 5
  private var pauses: [(from: Int64, to: Int64?)] = []
  /// The pause just ended: the next picture closes it.
  private var isAfterPause = false

  /// - Parameters:
  ///   - frameRate: What the camera promises.
  ///   - maximumDuration: In nanoseconds; `nil` for no limit.
  init(frameRate: Rational, maximumDuration: Int64?) {
    usualInterval =
      frameRate.numerator > 0 ? 1_000_000_000 * Int64(frameRate.denominator) / Int64(frameRate.numerator) : 33_333_333
    self.maximumDuration = maximumDuration
  }

  /// What is captured from now on is not in the recording.
  mutating func pause(at time: Int64) {
    guard pauses.last.map({ $0.to != nil }) ?? true else { return }
    pauses.append((time, nil))
  }

  /// What is captured from now on is.
  mutating func resume(at time: Int64) {
    guard let last = pauses.last, last.to == nil else { return }
    pauses[pauses.count - 1].to = time
  }

  /// Another camera gives so many pictures a second.
  mutating func setFrameRate(_ rate: Rational) {
    if rate.numerator > 0 { usualInterval = 1_000_000_000 * Int64(rate.denominator) / Int64(rate.numerator) }
    intervals = []
  }

  /// Where the picture goes that was captured at `time`.
  /// - Returns: And the cut that it ended, if it is the first after a pause.
  mutating func place(_ time: Int64) -> (Placement, Cut?) {
    if isPaused(at: time) {
      isAfterPause = true
      return (.paused, nil)
    }
    guard let start, let end, let lastTicks else { return (begin(at: time), nil) }
    if let lastCapture, time <= lastCapture { return (.late, nil) }
    var cut: Cut?
    if isAfterPause || endedPause(before: time) {
      isAfterPause = false
      // It begins where the picture before the pause ends.
      if time > end {
        cut = Cut(from: end, to: time)
        removed += time - end
      }
      pauses.removeAll { $0.to.map { $0 <= time } ?? false }
      self.lastCapture = nil
    }
    let position = time - start - removed
    let ticks = max(Self.ticks(position), lastTicks + 1)
    if let maximumDuration, ticks >= Self.ticks(maximumDuration) {
      // The picture before it stands to the end, and so long there is sound.
      self.end = start + removed + maximumDuration
      return (.complete, cut)
    }
    note(time, ticks, position)
    return (.at(time: ticks, duration: duration(at: position, ticks)), cut)
  }

  /// The recording's length so far, in nanoseconds.
  var duration: Int64 {
    guard let start, let end else { return 0 }
    return min(end - start - removed, maximumDuration ?? .max)
  }

  /// The capture time at which the recording ends, the longest duration taken into account.
  var captureEnd: Int64? { start.map { $0 + removed + duration } }

  private mutating func begin(at time: Int64) -> Placement {
    start = time
    pauses.removeAll { $0.to != nil }
    isAfterPause = false
    note(time, 0, 0)
    return .at(time: 0, duration: duration(at: 0, 0))
  }

  private mutating func note(_ time: Int64, _ ticks: Int64, _ position: Int64) {
    // A picture stands until the next; how long that usually takes, devices change in low light.
    if let lastCapture {
      intervals.append(time - lastCapture)
      if intervals.count > Self.intervalCount { intervals.removeFirst() }
      if intervals.count == Self.intervalCount { usualInterval = intervals.sorted()[Self.intervalCount / 2] }
    }
    lastCapture = time
    lastTicks = ticks
    end = time + usualInterval
    residual.note(Self.nanoseconds(ticks) - position)
  }

  private func duration(at position: Int64, _ ticks: Int64) -> Int64 {
    let end = min(position + usualInterval, maximumDuration ?? .max)
    return max(1, Self.ticks(end) - ticks)
  }

  private mutating func endedPause(before time: Int64) -> Bool {
    guard let last = lastCapture else { return false }
    return pauses.contains { pause in pause.from > last && (pause.to.map { $0 <= time } ?? false) }
  }

  /// Whether what is captured at `time` is left out.
  func isPaused(at time: Int64) -> Bool {
    pauses.contains { time >= $0.from && time < ($0.to ?? .max) }
  }

  static func ticks(_ nanoseconds: Int64) -> Int64 {
    Int64(clamping: (Int128(nanoseconds) * 90_000 + 500_000_000) / 1_000_000_000)
  }

  private static func nanoseconds(_ ticks: Int64) -> Int64 {
    Int64(clamping: Int128(ticks) * 1_000_000_000 / 90_000)
  }
}
