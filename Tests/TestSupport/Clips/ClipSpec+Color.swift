internal import Glibc

extension ClipSpec {
  /// The patch picture (`PatchPicture`) at 320x240 in a pixel format, tagged as what it is.
  ///
  /// - Parameters:
  ///   - pixelFormat: Such as `yuv422p`, `yuv444p`, `yuv420p10le`, `gbrp` (H.264); `yuvj422p` is MJPEG in AVI.
  ///   - matrix: `bt709` or `smpte170m`; not used for RGB.
  ///   - fullRange: Whether the samples use all codes.
  public static func patches(_ pixelFormat: String, matrix: String = "bt709", fullRange: Bool = false) -> ClipSpec {
    let isRGB = pixelFormat == "gbrp"
    let isMJPEG = pixelFormat.hasPrefix("yuvj")
    let isFull = fullRange || isMJPEG
    let scale = "scale=out_color_matrix=\(isMJPEG ? "bt601" : matrix):out_range=\(isFull ? "pc" : "tv")"
    let tags = [
      "-colorspace", isRGB ? "rgb" : matrix, "-color_primaries", matrix, "-color_trc", matrix,
      "-color_range", isFull || isRGB ? "pc" : "tv",
    ]
    return .ffmpeg(
      "patches-\(pixelFormat)-\(matrix)-\(isFull)", isMJPEG ? "avi" : "mp4",
      ["-f", "lavfi", "-i", PatchPicture.source(width: 320, height: 240, seconds: 0.5)]
        + ["-vf", (isRGB ? "" : scale + ",") + "format=\(pixelFormat)"]
        + [
          "-c:v", isMJPEG ? "mjpeg" : isRGB ? "libx264rgb" : "libx264", isMJPEG ? "-q:v" : "-crf", isMJPEG ? "2" : "12",
        ]
        + (isMJPEG ? [] : tags))
  }

  /// How high dynamic range is coded.
  public enum DynamicRange: String, CaseIterable, Sendable {
    /// SMPTE ST 2084.
    case pq
    /// ITU-R BT.2100 HLG, for a 1000-nit display.
    case hlg
  }

  /// Light of the HDR scene's eight patches (four across, two down): BT.2020 R, G, B in nits on a 1000-nit display.
  /// The first is grey of 203 nits, the reference white of ITU-R BT.2408.
  public static let hdrPatches: [(red: Double, green: Double, blue: Double)] = [
    (203, 203, 203), (100, 100, 100), (120, 40, 30), (50, 120, 45), (30, 30, 120), (150, 110, 85), (5, 5, 5),
    (800, 800, 800),
  ]

  /// One scene (`hdrPatches`) in HEVC Main 10, 256x144, BT.2020, tagged in stream and container.
  public static func hdr(_ range: DynamicRange) -> ClipSpec {
    ClipSpec("hdr-\(range)") { output, _ in
      let codes = hdrPatches.map { [$0.red, $0.green, $0.blue] }.map { range == .pq ? $0.map(pq) : hlg($0) }
      var frame: [UInt8] = []
      for row in 0..<144 {
        for column in 0..<256 {
          for value in codes[row / 72 * 4 + column / 64] {
            let code = UInt16((value * 65535).rounded())
            frame += [UInt8(code & 0xff), UInt8(code >> 8)]
          }
        }
      }
      let transfer = range == .pq ? "smpte2084" : "arib-std-b67"
      try await ClipFactory.ffmpeg(
        ["-f", "rawvideo", "-pix_fmt", "rgb48le", "-s", "256x144", "-r", "30", "-i", "-"]
          + ["-vf", "scale=out_color_matrix=bt2020:out_range=tv,format=yuv420p10le", "-c:v", "libx265"]
          + ["-preset", "ultrafast", "-crf", "8", "-tag:v", "hvc1", "-colorspace", "bt2020nc"]
          + ["-color_primaries", "bt2020", "-color_trc", transfer, "-color_range", "tv"]
          + [
            "-x265-params", "log-level=error:colorprim=bt2020:transfer=\(transfer):colormatrix=bt2020nc:range=limited",
          ]
          + [output],
        input: .bytes([[UInt8]](repeating: frame, count: 8).flatMap { $0 }))
    }
  }

  /// Nits to a PQ code 0...1 (SMPTE ST 2084).
  private static func pq(_ nits: Double) -> Double {
    let power = pow(nits / 10000, 0.1593017578125)
    return pow((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power), 78.84375)
  }

  /// Display light in nits to HLG codes 0...1: the inverse system gamma of 1.2, then the OETF (ITU-R BT.2100).
  private static func hlg(_ nits: [Double]) -> [Double] {
    let luminance = (0.2627 * nits[0] + 0.6780 * nits[1] + 0.0593 * nits[2]) / 1000
    return nits.map { value in
      let scene = value / 1000 * pow(luminance, (1 - 1.2) / 1.2)
      return scene <= 1.0 / 12 ? sqrt(3 * scene) : 0.17883277 * log(12 * scene - 0.28466892) + 0.55991073
    }
  }
}
