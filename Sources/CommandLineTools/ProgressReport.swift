internal import FoundationEssentials

/// An update with what follows from the time that has passed: speed, time left, expected size.
public struct ProgressReport: Sendable, Equatable {
  public let update: ProgressUpdate
  /// Since the work began.
  public let elapsed: Duration
  /// What is worked on, safe to show; `nil` where there is only one thing.
  public let label: String?

  public init(_ update: ProgressUpdate, elapsed: Duration, label: String? = nil) {
    self.update = update
    self.elapsed = elapsed
    self.label = label
  }

  /// From 0 to 1, whatever the update said; `nil` where unknown.
  public var fraction: Double? {
    update.fraction.flatMap { $0.isFinite ? min(1, max(0, $0)) : nil }
  }

  /// Media time per time, `nil` in the first moment.
  public var speed: Double? {
    guard let done = update.mediaTime, elapsed >= .milliseconds(100) else { return nil }
    return done.secondsForDisplay / elapsed.secondsForDisplay
  }

  /// What the rest takes at the pace so far; `nil` before half a second has passed or a thousandth is done.
  public var remaining: Duration? {
    guard let fraction, fraction >= 0.001, elapsed >= .milliseconds(500) else { return nil }
    return .seconds(elapsed.secondsForDisplay * (1 - fraction) / fraction)
  }

  /// The whole output's size: planned, else estimated once 2 % are done.
  public var expectedSize: ByteCount? {
    if let planned = update.expectedSize { return planned }
    guard let size = update.size, let fraction, fraction >= 0.02 else { return nil }
    return Int64(exactly: (Double(size.bytes) / fraction).rounded()).map { ByteCount($0) }
  }

  /// One JSON object without a line break: `input`, `progress` (0 to 1), `elapsed`, `time`, `remaining` (seconds),
  /// `speed`, `size`, `expectedSize` (bytes); what is unknown is left out.
  public var json: String {
    let line = Line(
      elapsed: rounded(elapsed.secondsForDisplay), expectedSize: expectedSize?.bytes, input: label,
      progress: fraction.map(rounded), remaining: remaining.map { rounded($0.secondsForDisplay) },
      size: update.size?.bytes, speed: speed.map(rounded), time: update.mediaTime.map { rounded($0.secondsForDisplay) })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Encoding fails on numbers that are not finite only, and each of these is.
    return (try? encoder.encode(line)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  private struct Line: Encodable {
    let elapsed: Double
    let expectedSize: Int64?
    let input: String?
    let progress: Double?
    let remaining: Double?
    let size: Int64?
    let speed: Double?
    let time: Double?
  }

  private func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
