public import Media

/// How a source was coded and at what rate: a bound for what it is worth to spend on it again.
public struct SourceRate: Hashable, Sendable {
  /// The codec's name as FFmpeg has it: `h264`, `hevc`, `vp9`, `av1`.
  public let codecName: String
  /// The average rate of the source's video track.
  public let bitRate: BitRate

  /// A source of this codec and rate.
  public init(codecName: String, bitRate: BitRate) {
    self.codecName = codecName
    self.bitRate = bitRate
  }

  /// The rate above which H.264 would only store the source's own artefacts: the source's for H.264, 1.8 times that for
  /// the codecs that need less (HEVC, VP9, AV1).
  ///
  /// `nil` for everything else, such as MJPEG, whose rate says nothing, and where the rate is not above zero.
  public var cap: BitRate? {
    guard bitRate.bitsPerSecond > 0 else { return nil }
    let bits = Int128(bitRate.bitsPerSecond)
    return switch codecName {
    case "h264": bitRate
    case "hevc", "vp9", "av1": BitRate(bitsPerSecond: Int(clamping: bits * 18 / 10))
    default: nil
    }
  }
}
