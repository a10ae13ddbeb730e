package import CFFmpeg

/// A codec, whatever encodes or decodes it: FFmpeg's `AVCodecID` by value.
public struct CodecIdentifier: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  package init(_ identifier: AVCodecID) { rawValue = identifier.rawValue }

  package var avIdentifier: AVCodecID { AVCodecID(rawValue) }

  public static let none = CodecIdentifier(AV_CODEC_ID_NONE)
  public static let h264 = CodecIdentifier(AV_CODEC_ID_H264)
  public static let hevc = CodecIdentifier(AV_CODEC_ID_HEVC)
  public static let vp8 = CodecIdentifier(AV_CODEC_ID_VP8)
  public static let vp9 = CodecIdentifier(AV_CODEC_ID_VP9)
  public static let av1 = CodecIdentifier(AV_CODEC_ID_AV1)
  public static let mjpeg = CodecIdentifier(AV_CODEC_ID_MJPEG)
  public static let aac = CodecIdentifier(AV_CODEC_ID_AAC)
  public static let mp2 = CodecIdentifier(AV_CODEC_ID_MP2)
  public static let mp3 = CodecIdentifier(AV_CODEC_ID_MP3)
  public static let opus = CodecIdentifier(AV_CODEC_ID_OPUS)

  /// FFmpeg's short name, such as `h264`.
  public var description: String { String(cString: avcodec_get_name(avIdentifier)) }

  /// Each packet decodes by itself (MJPEG, ProRes, DV, raw video).
  public var isIntraOnly: Bool {
    guard let descriptor = avcodec_descriptor_get(avIdentifier) else { return false }
    return descriptor.pointee.props & AV_CODEC_PROP_INTRA_ONLY != 0
  }

  /// Packets may be decoded in another order than they are shown in (H.264, HEVC, MPEG-2, MPEG-4).
  public var mayReorder: Bool {
    guard let descriptor = avcodec_descriptor_get(avIdentifier) else { return true }
    return descriptor.pointee.type == AVMEDIA_TYPE_VIDEO && descriptor.pointee.props & AV_CODEC_PROP_REORDER != 0
  }

  /// Bits of every sample where all have the same (PCM, G.711); `nil` for what is compressed into packets.
  public var bitsPerSample: Int? {
    let bits = av_get_exact_bits_per_sample(avIdentifier)
    return bits > 0 ? Int(bits) : nil
  }
}
