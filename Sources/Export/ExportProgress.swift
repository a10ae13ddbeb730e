public import Media

/// How far an export is.
public struct ExportProgress: Sendable, Hashable {
  /// 0 to 1, never less than before; 1 once the output is published.
  public let fraction: Double
  /// How much of the presentation has been handed to the encoders.
  public let mediaTime: MediaTime
  public let bytesWritten: Int64
  /// What the output will have if it goes on like this; `nil` while there is too little to tell from.
  public let expectedBytes: Int64?
}
