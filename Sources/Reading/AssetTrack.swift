public import Media

/// One track of a recorded file, as its container describes it.
public struct AssetTrack: Sendable, Identifiable {
  /// Its place in the container, from 0.
  public let id: Int
  public let format: FormatDescription
  /// Unit of the track's times.
  public let timeBase: Rational
  /// First presentation time, from the presentation's start; `nil` where unknown.
  public let startTime: MediaTime?
  public let duration: MediaTime?
  /// The usual number of pictures a second: one over the median interval between them. `nil` for sound and where
  /// there are fewer than two pictures.
  public let nominalFrameRate: Rational?
  /// Pictures divided by duration.
  public let averageFrameRate: Rational?
  /// As the container states it; `nil` where it does not.
  public let frameCount: Int?
  public let isDefault: Bool
  /// Cover art or thumbnails: not moving.
  public let isAttachedPicture: Bool
  /// ISO 639-2.
  public let language: String?
  public let isDecodable: Bool
  /// The track's edit list; `nil` where the container has none.
  public let edits: TrackEdits?
  /// Samples that cannot be read without a key.
  public let isEncrypted: Bool
  /// Sets of parameters that the container declares for the track (MP4 sample entries); 1 for other containers.
  public let sampleEntryCount: Int

  /// Where the container's tables say that the track's presentation ends; `nil` where they do not.
  public let statedEnd: MediaTime?

  public var mediaType: MediaType { format.mediaType }
}
