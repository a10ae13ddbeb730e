/// What happened to one output's samples on their way.
public struct ReadingStatistics: Sendable, Hashable {
  /// Packets taken from the container.
  public var packets = 0
  /// Bytes of those packets.
  public var bytes = 0
  /// Pictures or stretches of sound that were decoded.
  public var decoded = 0
  /// Packets or pictures that were damaged: left out, or concealed by the decoder.
  public var damaged = 0
  /// Pictures left out to stay below the frame-rate cap.
  public var droppedAboveRate = 0
  /// Pictures left out because their time did not advance.
  public var droppedOutOfOrder = 0
  /// Samples of silence put into gaps.
  public var silenceFilled = 0
  /// Samples left out where stretches overlapped, or before the presentation's start.
  public var samplesTrimmed = 0
  /// Samples handed out.
  public var delivered = 0

  public init() {}
}
