internal import Codecs
internal import Media

/// What a camera's code says of its buffers, for the codes that can be used.
struct CameraPicture: Hashable, Sendable {
  let content: VideoCaptureFormat.Content
  /// Of raw pictures.
  let arrangement: PictureArrangement?

  /// - Returns: `nil` for a code that cannot be used: Bayer patterns, vendors' own compression, tiles, and what this
  ///   version of FFmpeg cannot convert (5.1 has no `nv16`).
  init?(_ code: FourCC) {
    guard let found = Self.table[code.description] else { return nil }
    if case .pixels(let format) = found.content, !format.canBeConverted { return nil }
    self = found
  }

  private init(_ content: VideoCaptureFormat.Content) {
    self.content = content
    arrangement = nil
  }

  private init(_ format: PixelFormat, _ arrangement: PictureArrangement) {
    content = .pixels(format)
    self.arrangement = arrangement
  }

  private static func packed(_ format: PixelFormat, _ bytesPerPixel: Int) -> CameraPicture {
    CameraPicture(format, .packed(bytesPerPixel: bytesPerPixel))
  }

  private static func semiplanar(_ format: PixelFormat, _ shifts: (Int, Int), bytes: Int = 1) -> CameraPicture {
    CameraPicture(
      format, .semiplanar(horizontalShift: shifts.0, verticalShift: shifts.1, bytesPerSample: bytes))
  }

  private static func planar(_ format: PixelFormat, _ shifts: (Int, Int), swapped: Bool = false) -> CameraPicture {
    CameraPicture(
      format, .planar(horizontalShift: shifts.0, verticalShift: shifts.1, isChromaSwapped: swapped))
  }

  /// From the kernel's "Image Formats". Codes with an M have each plane in a memory of its own.
  private static let table: [String: CameraPicture] = [
    "NV12": semiplanar(.nv12, (1, 1)), "NM12": semiplanar(.nv12, (1, 1)),
    "NV21": semiplanar(.nv21, (1, 1)), "NM21": semiplanar(.nv21, (1, 1)),
    "NV16": semiplanar(.nv16, (1, 0)), "NM16": semiplanar(.nv16, (1, 0)),
    "NV24": semiplanar(.nv24, (0, 0)),
    "P010": semiplanar(.p010, (1, 1), bytes: 2),
    "YU12": planar(.yuv420p, (1, 1)), "YM12": planar(.yuv420p, (1, 1)),
    "YV12": planar(.yuv420p, (1, 1), swapped: true), "YM21": planar(.yuv420p, (1, 1), swapped: true),
    "422P": planar(.yuv422p, (1, 0)), "YM16": planar(.yuv422p, (1, 0)),
    "YM61": planar(.yuv422p, (1, 0), swapped: true),
    "YM24": planar(.yuv444p, (0, 0)), "YM42": planar(.yuv444p, (0, 0), swapped: true),
    "YUYV": packed(.yuyv422, 2), "UYVY": packed(.uyvy422, 2), "YVYU": packed(.yvyu422, 2),
    "GREY": packed(.gray8, 1), "RGBP": packed(.rgb565, 2),
    "RGB3": packed(.rgb24, 3), "BGR3": packed(.bgr24, 3),
    // A camera sees through nothing: an alpha channel of its own is a byte without meaning.
    "XR24": packed(.bgr0, 4), "AR24": packed(.bgr0, 4), "XB24": packed(.rgb0, 4), "AB24": packed(.rgb0, 4),
    "BX24": packed(.xrgb, 4), "BA24": packed(.xrgb, 4),
    "MJPG": CameraPicture(.motionJPEG), "JPEG": CameraPicture(.motionJPEG),
    "H264": CameraPicture(.h264),
  ]
}
