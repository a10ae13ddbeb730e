public import Media

/// A camera or a microphone: what can be known of it without using it.
public struct CaptureDevice: Hashable, Sendable, Identifiable {
  /// Where a camera looks, as its driver says (V4L2_CID_CAMERA_ORIENTATION).
  public enum Position: String, CaseIterable, Hashable, Sendable {
    case front, back, external, unspecified
  }

  /// How it is reached.
  public enum Connection: Hashable, Sendable {
    /// A V4L2 capture node, such as `/dev/video0`.
    case v4l2(path: String)
    /// An ALSA capture PCM, such as `plughw:CARD=C920,DEV=0`.
    case alsa(pcm: String)
    /// A device of ours that makes pictures or sound by itself.
    case test
    /// A clip that is played as a device.
    case file(path: String)
  }

  /// Stays the same while the device is plugged in where it is, and names no other meanwhile.
  public let id: String
  /// For people.
  public let localizedName: String
  /// `.video` for a camera, `.audio` for a microphone.
  public let mediaType: MediaType
  public let position: Position
  /// How far the sensor is turned in its housing, in degrees clockwise: 0, 90, 180 or 270 (V4L2_CID_CAMERA_SENSOR_ROTATION).
  public let mountingRotation: Int
  public let connection: Connection
  /// A camera's, in its own order; empty for a microphone.
  public let videoFormats: [VideoCaptureFormat]
  /// A microphone's; empty for a camera.
  public let audioFormats: [AudioCaptureFormat]

  public init(
    id: String, localizedName: String, mediaType: MediaType, position: Position = .unspecified,
    mountingRotation: Int = 0, connection: Connection, videoFormats: [VideoCaptureFormat] = [],
    audioFormats: [AudioCaptureFormat] = []
  ) {
    self.id = id
    self.localizedName = localizedName
    self.mediaType = mediaType
    self.position = position
    self.mountingRotation = mountingRotation
    self.connection = connection
    self.videoFormats = videoFormats
    self.audioFormats = audioFormats
  }
}
