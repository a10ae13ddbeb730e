/// Why a recording ended.
public enum StopReason: String, CaseIterable, Hashable, Sendable {
  /// `stop()` was called: a key, a signal.
  case requested
  case maximumDuration, maximumSize, diskAlmostFull
  /// A source came to its end: a played clip, a test camera with a given length.
  case endOfInput
  case deviceDisconnected, deviceFailed
  case outputError
}
