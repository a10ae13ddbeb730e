package import CFFmpeg

/// How a picture's samples lie in memory: FFmpeg's `AVPixelFormat` by value.
public struct PixelFormat: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  public let rawValue: Int32

  public init(rawValue: Int32) { self.rawValue = rawValue }

  package init(_ format: AVPixelFormat) { rawValue = format.rawValue }

  package var avFormat: AVPixelFormat { AVPixelFormat(rawValue) }

  /// 8-bit 4:2:0, three planes; what the H.264 encoder takes.
  public static let yuv420p = PixelFormat(AV_PIX_FMT_YUV420P)
  /// `yuv420p` with full-range samples by name (a deprecated spelling that MJPEG decoders still use).
  public static let yuvj420p = PixelFormat(AV_PIX_FMT_YUVJ420P)
  /// 8-bit 4:2:0, luma and one interleaved chroma plane.
  public static let nv12 = PixelFormat(AV_PIX_FMT_NV12)

  /// FFmpeg's name, such as `yuv420p`; `unknown` for a value it does not know.
  public var description: String { av_get_pix_fmt_name(avFormat).map { String(cString: $0) } ?? "unknown" }

  /// Bits of the first component; `nil` for an unknown format.
  public var bitDepth: Int? {
    guard let descriptor = av_pix_fmt_desc_get(avFormat) else { return nil }
    return Int(descriptor.pointee.comp.0.depth)
  }

  /// Red, green and blue samples, palettes included.
  public var isRGB: Bool {
    guard let descriptor = av_pix_fmt_desc_get(avFormat) else { return false }
    return descriptor.pointee.flags & UInt64(AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL) != 0
  }

  /// Samples with transparency.
  public var hasAlpha: Bool {
    guard let descriptor = av_pix_fmt_desc_get(avFormat) else { return false }
    return descriptor.pointee.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA | AV_PIX_FMT_FLAG_PAL) != 0
  }

  /// The name itself says that samples use the full range (`yuvj…`).
  public var isFullRangeByName: Bool { description.hasPrefix("yuvj") }
}
