package import Media

/// How pictures shall be encoded as H.264.
package struct H264Encoding: Sendable {
  package enum RateControl: Hashable, Sendable {
    /// Constant quality below a cap: a VBV of `bufferSize` bits filled at `maximum`.
    case quality(Double, maximum: BitRate?, bufferSize: Int?)
    /// An average bit rate.
    case average(BitRate)
  }

  package var size: PixelSize
  package var color: ColorDescription
  /// How the pictures lie in memory: `yuv420p` or `nv12`.
  package var pixelFormat: PixelFormat
  /// Unit of the pictures' times.
  package var timeBase: Rational
  /// The usual number of frames a second: x264 derives level and rate control's horizon from it, not from times.
  package var nominalFrameRate: Rational
  package var rate: RateControl
  /// libx264's preset, such as `medium`.
  package var preset: String
  /// FFmpeg's profile name, such as `high`.
  package var profile: String
  /// Frames between key frames at most.
  package var keyFrameInterval: Int
  package var maximumBFrames: Int?
  /// 0 lets x264 choose by the processors; its bits depend on the number.
  package var threads: Int
  /// Further libx264 options by FFmpeg's names.
  package var extra: [(String, String)]

  package init(
    size: PixelSize, color: ColorDescription, pixelFormat: PixelFormat = .yuv420p, timeBase: Rational,
    nominalFrameRate: Rational, rate: RateControl,
    preset: String = "medium", profile: String = "high", keyFrameInterval: Int, maximumBFrames: Int? = nil,
    threads: Int = 1, extra: [(String, String)] = []
  ) {
    self.size = size
    self.color = color
    self.pixelFormat = pixelFormat
    self.timeBase = timeBase
    self.nominalFrameRate = nominalFrameRate
    self.rate = rate
    self.preset = preset
    self.profile = profile
    self.keyFrameInterval = keyFrameInterval
    self.maximumBFrames = maximumBFrames
    self.threads = threads
    self.extra = extra
  }
}
