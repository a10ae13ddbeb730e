public import Media

/// How a camera is set for what is wanted of it, and what is then done to its pictures.
public struct VideoChoice: Hashable, Sendable {
  /// What the device is set to.
  public let format: VideoCaptureFormat
  /// Frames a second that the device is set to.
  public let deviceFrameRate: Rational
  /// The picture that comes out: the device's own size, or a smaller one to which it is scaled, cut in the middle where
  /// its shape is another; both sides even.
  public let outputSize: PixelSize
  /// Frames a second that come out: those of the device, or fewer.
  public let frameRate: Rational

  public init(format: VideoCaptureFormat, deviceFrameRate: Rational, outputSize: PixelSize, frameRate: Rational) {
    self.format = format
    self.deviceFrameRate = deviceFrameRate
    self.outputSize = outputSize
    self.frameRate = frameRate
  }

  /// What an output has to keep between pictures to slow the device down; `nil` where it need not.
  public var decimatedFrameDuration: MediaTime? {
    guard frameRate < deviceFrameRate, frameRate.numerator > 0 else { return nil }
    return MediaTime(
      value: Int64(frameRate.denominator), timeBase: 1, denominator: Int32(clamping: frameRate.numerator))
  }
}
