public import Media

/// Where a session's samples come out: a queue that one task takes from.
public protocol CaptureOutput: AnyObject, Sendable {
  var mediaType: MediaType { get }
  /// The next sample, in capture order; `nil` once the session was stopped and all was taken.
  /// - Throws: `CaptureError` once the device failed and all before that was taken.
  func nextSample() async throws(CaptureError) -> CapturedSample?
  /// What has happened so far.
  var statistics: CaptureStatistics { get }
}

/// What has come from a device, and what has not.
public struct CaptureStatistics: Hashable, Sendable {
  /// Samples that the device gave.
  public var captured = 0
  /// Pictures that the driver dropped: gaps in its counting.
  public var lostAtDevice = 0
  /// Samples that found the queue full.
  public var droppedLate = 0
  /// Pictures left out because fewer a second were asked for.
  public var decimated = 0
  /// What else happened, and how often.
  public var events: [CaptureEvent: Int] = [:]

  public init() {}
}
