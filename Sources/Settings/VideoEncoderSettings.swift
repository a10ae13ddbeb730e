public import Media

/// What a video encoder is opened with.
public struct VideoEncoderSettings: Hashable, Sendable {
  /// How it is coded.
  public var codec: VideoCodec
  /// The encoded picture, in square pixels; both sides even.
  public var size: PixelSize
  /// The usual number of frames a second (by the median interval); `nil` where unknown.
  ///
  /// It guides the encoder's rate control and level. Times are the samples' own, whatever it says.
  public var nominalFrameRate: Rational?
  /// How bits are spent, and how far apart key frames may be.
  public var rate: VideoRate
  /// The highest profile.
  public var profile: H264Profile
  /// The highest level that the stream may declare; `nil` for any.
  public var maximumLevel: H264Level?
  /// How much time is spent on better compression.
  public var effort: X264Preset
  /// Threads that encode; 0 for as many as there are processors.
  public var threadCount: Int
  /// The most B-frames in a row; `nil` for what `effort` says.
  public var maximumBFrames: Int?
  /// `effort` can be lowered while it encodes: what the parameter sets say is then the same for all of x264's presets
  /// from `ultrafast` to `veryfast`.
  public var isAdjustable = false
  /// What the track's matrix says must be done to the encoded picture; its pixels are left as they are.
  public var orientation: Orientation

  /// Settings for an encoder; all but the picture and its rate have a default.
  public init(
    codec: VideoCodec = .h264, size: PixelSize, nominalFrameRate: Rational?, rate: VideoRate,
    profile: H264Profile = .high, maximumLevel: H264Level? = nil, effort: X264Preset = .medium, threadCount: Int = 0,
    maximumBFrames: Int? = nil, orientation: Orientation = .up
  ) {
    self.codec = codec
    self.size = size
    self.nominalFrameRate = nominalFrameRate
    self.rate = rate
    self.profile = profile
    self.maximumLevel = maximumLevel
    self.effort = effort
    self.threadCount = threadCount
    self.maximumBFrames = maximumBFrames
    self.orientation = orientation
  }

  /// The distance of key frames in frames, at the nominal rate.
  public var keyFrameCount: Int { rate.keyFrameInterval.frameCount(at: nominalFrameRate) }
}
