public import Media

/// One way in which a camera gives pictures: encoding, size, and how many a second.
public struct VideoCaptureFormat: Hashable, Sendable {
  /// What is in a buffer of the device.
  public enum Content: Hashable, Sendable {
    /// Pixels that FFmpeg knows by that name.
    case pixels(PixelFormat)
    /// One JPEG picture in each buffer.
    case motionJPEG
    /// H.264 in Annex B form, one access unit in each buffer.
    case h264
  }

  /// The device's own code, such as `YUYV` or `MJPG`.
  public let fourCC: String
  public let content: Content
  public let size: PixelSize
  /// Frames a second that can be set, highest first; a continuous range stands as its two ends.
  public let frameRates: [Rational]
  /// Rates between the highest and the lowest can be set too.
  public let isContinuous: Bool
  /// libv4l2 makes it from another one, by copying; the device itself does not have it.
  public let isEmulated: Bool

  public init(
    fourCC: String, content: Content, size: PixelSize, frameRates: [Rational], isContinuous: Bool = false,
    isEmulated: Bool = false
  ) {
    self.fourCC = fourCC
    self.content = content
    self.size = size
    self.frameRates = frameRates
    self.isContinuous = isContinuous
    self.isEmulated = isEmulated
  }

  /// The pictures come one by one without having been compressed.
  public var isRaw: Bool {
    if case .pixels = content { true } else { false }
  }

  public var highestFrameRate: Rational? { frameRates.max() }
}
