public import Media

/// What a preset asks of video.
public struct VideoEncoding: Hashable, Sendable {
  /// How it is coded.
  public let codec: VideoCodec
  /// What the picture fits in, once turned to its displayed orientation; `nil` for the source's own size.
  public let box: PixelSize?
  /// Frames a second above which frames are left out.
  public let maximumFrameRate: Int
  /// The highest profile.
  public let profile: H264Profile
  /// The highest level; `nil` for any.
  public let maximumLevel: H264Level?
  /// How the bit rate follows from size and frame rate.
  public let rateRule: RateRule

  /// A request for video; presets make theirs from JSON.
  public init(
    codec: VideoCodec = .h264, box: PixelSize?, maximumFrameRate: Int, profile: H264Profile = .high,
    maximumLevel: H264Level? = nil, rateRule: RateRule = .web
  ) {
    self.codec = codec
    self.box = box
    self.maximumFrameRate = maximumFrameRate
    self.profile = profile
    self.maximumLevel = maximumLevel
    self.rateRule = rateRule
  }
}
