public import Media

/// What an `AssetWriter` has written.
public struct WriterReport: Sendable {
  /// The file's tracks, in its order.
  public let tracks: [TrackReport]
  /// Inputs that got no sample, and so no track.
  public let omittedInputs: [Int]
  /// The file's size.
  public let byteCount: Int64
  /// Units a second of the file's edit lists.
  public let movieTimescale: Int

  /// When the last track ends.
  public var duration: MediaTime { tracks.map { $0.startTime + $0.duration }.max() ?? .zero }
}
