public import Media

/// What was written of one track.
public struct TrackReport: Sendable {
  /// Which of the writer's inputs it came from, in the order they were added.
  public let input: Int
  /// Its place in the file, from 0.
  public let number: Int
  /// What its packets are.
  public let format: FormatDescription
  public let packetCount: Int
  /// Bytes of all packets.
  public let byteCount: Int64
  public let keyFrameCount: Int
  /// When its presentation begins; never below zero.
  public let startTime: MediaTime
  /// From there to the end of what is presented last.
  public let duration: MediaTime
  /// Samples whose times were missing, or had to be moved for the container to take them.
  public let correctedTimes: Int

  public var mediaType: MediaType { format.mediaType }

  /// The bytes over the duration; `nil` for a track without duration.
  public var averageBitRate: BitRate? {
    guard duration > .zero else { return nil }
    let bits = Int128(byteCount) * 8 * Int128(duration.timescale) / Int128(duration.value)
    return BitRate(bitsPerSecond: Int(clamping: bits))
  }
}
