public import Media

/// A recorded file, as its container describes it: nothing is decoded to know this.
public struct Asset: Sendable {
  /// FFmpeg's name of the container, such as `mov`.
  public let container: String
  /// What a person calls it, such as `MP4/QuickTime`.
  public let containerTitle: String
  public let tracks: [AssetTrack]
  /// Length of the presentation; `nil` where only reading it all would tell.
  public let duration: MediaTime?
  /// The input's size in bytes.
  public let byteCount: Int64
  /// ISO 8601, UTC; `nil` where the container does not say.
  public let creationTime: String?
  /// Written in fragments (a recording in progress, or made for streaming).
  public let isFragmented: Bool
  /// What the container's tables get wrong without making it unreadable.
  public let problems: [String]

  /// The container's own description of its tracks could be read in full; false for an MP4 whose boxes only a lenient
  /// reader accepts: edit lists, encryption and changes of format are not known then.
  public let isStructureKnown: Bool

  public func tracks(of type: MediaType) -> [AssetTrack] { tracks.filter { $0.mediaType == type } }
}
