/// How far a piece of work is, as the one who does it knows; unknown is `nil`.
public struct ProgressUpdate: Sendable, Equatable {
  /// From 0 to 1.
  public var fraction: Double?
  /// How much of the media's own time is done.
  public var mediaTime: Duration?
  /// The output so far.
  public var size: ByteCount?
  /// The whole output as planned; else it is estimated from size and fraction.
  public var expectedSize: ByteCount?

  public init(
    fraction: Double? = nil, mediaTime: Duration? = nil, size: ByteCount? = nil, expectedSize: ByteCount? = nil
  ) {
    self.fraction = fraction
    self.mediaTime = mediaTime
    self.size = size
    self.expectedSize = expectedSize
  }
}
