public import Media

/// How a video's bit rate follows from its size and frame rate.
public enum RateRule: String, CaseIterable, Hashable, Sendable {
  /// The rule of AVFoundation's camera samples: an average rate that depends on the picture's size alone.
  ///
  /// 4.05 bits a second for each encoded pixel where they are fewer than 640 × 480, else 11.4, rounded down, whatever
  /// the frame rate, and never less because the source has less. A key frame at least every 30 frames.
  case avfoundation
  /// Constant quality (CRF 23), held below 0.12 bits for each pixel and frame, and below what the source needed (but for
  /// that, never below a tenth of the first).
  ///
  /// A key frame at least every 2 seconds. The default.
  case web

  /// The quality that `web` asks of x264.
  public static let webQuality = 23

  /// What the encoder is told.
  /// - Parameters:
  ///   - size: The encoded picture: after scaling, not the preset's box.
  ///   - frameRate: The nominal rate of the encoded video; `nil` where unknown, which counts as 30.
  ///   - source: What is being encoded again, if that is known.
  public func videoRate(for size: PixelSize, frameRate: Rational?, source: SourceRate? = nil) -> VideoRate {
    switch self {
    case .avfoundation:
      return VideoRate(control: .average(Self.avfoundationRate(for: size)), keyFrameInterval: .frames(30))
    case .web:
      var maximum = Self.webRate(for: size, frameRate: frameRate)
      // Pictures that hardly move are sent whole once, and then every 2 seconds: their source's average is too little.
      if let cap = source?.cap { maximum = min(maximum, max(cap, Self.leastShare(of: maximum))) }
      // x264 counts in thousands of bits, and takes zero as "no limit".
      maximum = max(maximum, .kilobitsPerSecond(1))
      return VideoRate(
        control: .constantQuality(Self.webQuality, maximum: maximum, bufferBits: Self.twice(maximum)),
        keyFrameInterval: .duration(MediaTime(value: 2, timescale: 1)))
    }
  }

  /// The rate below which a source's own rate is no cap any more: a tenth of what the rule allows.
  ///
  /// A still page of text of 27 kbit/s at 640x360, encoded at 27 kbit/s, has a PSNR of 27 dB; at a tenth, 35 dB.
  private static func leastShare(of rate: BitRate) -> BitRate { BitRate(bitsPerSecond: rate.bitsPerSecond / 10) }

  /// The average rate of `avfoundation`.
  public static func avfoundationRate(for size: PixelSize) -> BitRate {
    let pixels = Int128(max(size.pixelCount, 0))
    let hundredths: Int128 = pixels < 640 * 480 ? 405 : 1140
    return BitRate(bitsPerSecond: Int(clamping: pixels * hundredths / 100))
  }

  /// The highest rate of `web`, before the source's is looked at: 0.12 × pixels × frames a second, rounded down.
  public static func webRate(for size: PixelSize, frameRate: Rational?) -> BitRate {
    var rate = frameRate ?? Rational(30)
    if rate <= Rational(0) { rate = Rational(30) }
    let pixels = Int128(clamping: max(size.pixelCount, 0)) * 12
    let (product, overflow) = pixels.multipliedReportingOverflow(by: Int128(rate.numerator))
    return BitRate(bitsPerSecond: overflow ? .max : Int(clamping: product / (Int128(rate.denominator) * 100)))
  }

  private static func twice(_ rate: BitRate) -> Int {
    let (product, overflow) = rate.bitsPerSecond.multipliedReportingOverflow(by: 2)
    return overflow ? .max : product
  }
}
