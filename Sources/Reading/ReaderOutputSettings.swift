public import Media

/// What an output of an `AssetReader` delivers.
public enum ReaderOutputSettings: Sendable {
  /// The container's packets as they are, in decode order.
  case packets
  /// Decoded pictures in presentation order, made to fit an 8-bit 4:2:0 encoder.
  case pictures(PictureSettings)
  /// Decoded sound without gaps or overlaps, planar float.
  case sound(SoundSettings)
}

/// Shape of the pictures that are read.
public struct PictureSettings: Sendable, Hashable {
  /// After `bakedOrientation` was applied; even.
  public var size: PixelSize
  /// Applied to the pixels.
  public var bakedOrientation: Orientation
  /// More pictures a second than this are thinned out; `nil` keeps every one.
  public var maximumFrameRate: Rational?
  /// The container says that the pictures are interlaced. (Pictures that say so themselves are deinterlaced anyway.)
  public var isInterlaced: Bool
  /// What colours mean where the pictures do not say.
  public var assumedColor: ColorDescription
  /// Damage is an error, not a warning.
  public var isStrict: Bool

  public init(
    size: PixelSize, bakedOrientation: Orientation = .up, maximumFrameRate: Rational? = nil, isInterlaced: Bool = false,
    assumedColor: ColorDescription, isStrict: Bool = false
  ) {
    self.size = size
    self.bakedOrientation = bakedOrientation
    self.maximumFrameRate = maximumFrameRate
    self.isInterlaced = isInterlaced
    self.assumedColor = assumedColor
    self.isStrict = isStrict
  }
}

/// Shape of the sound that is read.
public struct SoundSettings: Sendable, Hashable {
  /// In Hz.
  public var sampleRate: Int
  /// 1 or 2.
  public var channelCount: Int
  /// Damage is an error, not a warning.
  public var isStrict: Bool

  public init(sampleRate: Int, channelCount: Int, isStrict: Bool = false) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.isStrict = isStrict
  }
}
