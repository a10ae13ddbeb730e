import Codecs
import Media
import Reading
import TestSupport
import Testing

/// Known colours through decoder, converter, encoder, and a second program's decoder.
@Suite(.needsFFmpeg, .serialized) struct ColorTests {
  private func read(
    _ spec: ClipSpec, size: PixelSize? = nil, assumed: ColorDescription? = nil
  ) async throws -> (samples: [SampleBuffer], video: DecodedVideo) {
    let clip = try await OpenedClip(spec)
    let (samples, _) = try await clip.readPictures {
      if let size { $0.size = size }
      if let assumed { $0.assumedColor = assumed }
    }
    #expect(
      samples.allSatisfy { $0.pixelFormat == .yuv420p && $0.aspect == Rational(1, 1) && $0.color?.isFullRange == false }
    )
    return (samples, try await WrittenPictures(samples).decoded(limit: 5))
  }

  private static let coded: [(String, String, Bool)] = [
    ("yuv420p", "bt709", false), ("yuv420p", "smpte170m", false), ("yuv420p", "bt709", true),
    ("yuv420p", "smpte170m", true), ("yuv422p", "bt709", false), ("yuv422p", "smpte170m", true),
    ("yuv444p", "bt709", false), ("yuv444p", "bt709", true), ("yuv420p10le", "bt709", false),
    ("yuv420p10le", "smpte170m", true), ("yuv422p10le", "bt709", false), ("gbrp", "bt709", false),
    ("yuvj422p", "smpte170m", true), ("yuv420p", "smpte240m", false), ("yuv444p", "smpte240m", true),
  ]

  @Test("colours come out right from every format, matrix and range", arguments: coded)
  func formats(format: String, matrix: String, fullRange: Bool) async throws {
    let (samples, video) = try await read(.patches(format, matrix: matrix, fullRange: fullRange))
    let color = try #require(samples.first?.color)
    let is601 = matrix == "smpte170m"
    #expect(color.matrix == (is601 ? (color.matrix == 5 ? 5 : 6) : 1), "\(color)")
    let error = PatchPicture.error(video.frames[2])
    // SMPTE 240M's primaries are others: the same colours have other numbers in BT.709.
    #expect(error <= (matrix == "smpte240m" ? 14 : 4), "\(PatchPicture.measure(video.frames[2]))")
    let smaller = try await read(
      .patches(format, matrix: matrix, fullRange: fullRange), size: PixelSize(width: 160, height: 120))
    #expect(PatchPicture.error(smaller.video.frames[2]) <= error + 2)
  }

  @Test("a GIF's palette comes out right, and what is transparent is black")
  func palette() async throws {
    let spec = ClipSpec.ffmpeg(
      "palette", "gif",
      [
        "-f", "lavfi", "-i",
        "color=red:s=160x120:r=10:d=0.3,format=rgba,geq=r=192:g=48:b=48:a='if(lt(X,80),0,255)'",
        "-filter_complex", "split[a][b];[a]palettegen=reserve_transparent=1[p];[b][p]paletteuse",
      ])
    let (samples, video) = try await read(spec)
    #expect(samples.first?.color == .bt709)
    #expect(video.first.meanColor(x: 0.6...0.9, y: 0.2...0.8).distance(to: RGBColor(192, 48, 48)) <= 4)
    #expect(video.first.meanColor(x: 0.1...0.4, y: 0.2...0.8).distance(to: RGBColor(0, 0, 0)) <= 4)
  }

  @Test("what is half transparent is shown over black")
  func alpha() async throws {
    let spec = ClipSpec.ffmpeg(
      "alpha", "mov",
      ["-f", "lavfi", "-i", "color=red:s=160x120:r=10:d=0.3,format=argb,geq=r=192:g=48:b=48:a=128", "-c:v", "qtrle"])
    let (_, video) = try await read(spec)
    #expect(video.first.meanColor().distance(to: RGBColor(96, 24, 24)) <= 4)
  }

  @Test(
    "colours without a tag are what their size makes players assume",
    arguments: [(320, 240, "smpte170m"), (1280, 720, "bt709")])
  func untagged(width: Int, height: Int, matrix: String) async throws {
    let spec = ClipSpec.ffmpeg(
      "untagged-\(width)", "mp4",
      [
        "-f", "lavfi", "-i", "color=0xc03030:s=\(width)x\(height):r=30:d=0.2,format=gbrp", "-vf",
        "scale=out_color_matrix=\(matrix):out_range=tv,format=yuv420p,setparams=color_primaries=unknown:color_trc=unknown:colorspace=unknown",
        "-c:v", "libx264", "-crf", "8",
      ])
    let (samples, video) = try await read(spec)
    #expect(samples.first?.color == (height < 720 ? .bt601 : .bt709))
    #expect(video.first.meanColor().distance(to: RGBColor(192, 48, 48)) <= 4)
  }

  @Test("BT.2020 in SDR becomes BT.709 in the same colours")
  func wideGamut() async throws {
    let spec = ClipSpec.ffmpeg(
      "bt2020-sdr", "mp4",
      [
        "-f", "lavfi", "-i", "color=0x808080:s=256x144:r=30:d=0.2,format=gbrp,drawbox=0:0:128:144:0xa04040:fill", "-vf",
        "zscale=pin=bt709:tin=bt709:min=gbr:rin=full:p=bt2020:t=bt2020-10:m=bt2020nc:r=limited,format=yuv420p10le",
        "-c:v", "libx264",
        "-crf", "6", "-colorspace", "bt2020nc", "-color_primaries", "bt2020", "-color_trc", "bt2020-10",
      ])
    let (samples, video) = try await read(spec)
    #expect(samples.first?.color == .bt709)
    #expect(video.first.meanColor(x: 0.1...0.4, y: 0.2...0.8).distance(to: RGBColor(0xa0, 0x40, 0x40)) <= 5)
    #expect(video.first.meanColor(x: 0.6...0.9, y: 0.2...0.8).distance(to: RGBColor(0x80, 0x80, 0x80)) <= 4)
  }

  @Test("what is written has the pictures' tags")
  func tags() async throws {
    for (matrix, name) in [("bt709", "bt709"), ("smpte170m", "smpte170m")] {
      let clip = try await OpenedClip(.patches("yuv420p", matrix: matrix))
      let written = try WrittenPictures(try await clip.readPictures().samples)
      let stream = try #require(try await Probe(written.path).video)
      #expect(stream.colorSpace == name && stream.colorRange == "tv" && stream.pixelFormat == "yuv420p")
      #expect(stream.colorPrimaries == name && stream.colorTransfer == name)
    }
  }
}
