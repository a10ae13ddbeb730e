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
  /// `nv12` with Cr before Cb.
  public static let nv21 = PixelFormat(AV_PIX_FMT_NV21)
  /// 8-bit 4:2:2, luma and one interleaved chroma plane.
  public static let nv16 = PixelFormat(AV_PIX_FMT_NV16)
  /// 8-bit 4:4:4, luma and one interleaved chroma plane.
  public static let nv24 = PixelFormat(AV_PIX_FMT_NV24)
  /// 8-bit 4:2:2, three planes.
  public static let yuv422p = PixelFormat(AV_PIX_FMT_YUV422P)
  /// 8-bit 4:4:4, three planes.
  public static let yuv444p = PixelFormat(AV_PIX_FMT_YUV444P)
  /// 8-bit 4:2:2 in one plane: Y Cb Y Cr; what most USB cameras give.
  public static let yuyv422 = PixelFormat(AV_PIX_FMT_YUYV422)
  /// 8-bit 4:2:2 in one plane: Cb Y Cr Y.
  public static let uyvy422 = PixelFormat(AV_PIX_FMT_UYVY422)
  /// 8-bit 4:2:2 in one plane: Y Cr Y Cb.
  public static let yvyu422 = PixelFormat(AV_PIX_FMT_YVYU422)
  /// 10-bit 4:2:0, luma and one interleaved chroma plane, in the upper bits of 16.
  public static let p010 = PixelFormat(AV_PIX_FMT_P010LE)
  /// 8-bit grey.
  public static let gray8 = PixelFormat(AV_PIX_FMT_GRAY8)
  /// 5, 6 and 5 bits in two bytes, the lower one first.
  public static let rgb565 = PixelFormat(AV_PIX_FMT_RGB565LE)
  /// One byte each, in the order of the name; `0` and `x` are a byte without meaning.
  public static let rgb24 = PixelFormat(AV_PIX_FMT_RGB24)
  public static let bgr24 = PixelFormat(AV_PIX_FMT_BGR24)
  public static let bgr0 = PixelFormat(AV_PIX_FMT_BGR0)
  public static let rgb0 = PixelFormat(AV_PIX_FMT_RGB0)
  public static let xrgb = PixelFormat(AV_PIX_FMT_0RGB)

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
