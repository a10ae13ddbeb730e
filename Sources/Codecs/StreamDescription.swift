package import Media

/// One stream of a container, as the demuxer found it.
package struct StreamDescription: Sendable {
  /// Its place in the container.
  package let index: Int
  /// The container's own number for it (MP4's track ID); 0 where it has none.
  package let identifier: Int
  package let format: FormatDescription
  package let timeBase: Rational
  package let startTime: MediaTime?
  package let duration: MediaTime?
  package let averageFrameRate: Rational?
  /// As stated by the container; `nil` where unknown.
  package let frameCount: Int?
  package let isDefault: Bool
  /// A picture that stands for the file, such as cover art or thumbnails; not moving.
  package let isAttachedPicture: Bool
  /// ISO 639-2, such as `eng`; `nil` where not stated.
  package let language: String?
  /// This FFmpeg has a decoder for it.
  package let isDecodable: Bool
}
