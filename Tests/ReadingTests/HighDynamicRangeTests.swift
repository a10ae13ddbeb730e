import Codecs
import Media
import Reading
import TestSupport
import Testing

/// PQ and HLG to SDR.
@Suite(.needsFFmpeg, .serialized) struct HighDynamicRangeTests {
  /// Mean luma and chroma codes of the scene's eight patches.
  private func patches(_ spec: ClipSpec) async throws -> [(luma: Double, blue: Double, red: Double)] {
    let (samples, _) = try await OpenedClip(spec).readPictures()
    let sample = try #require(samples.last)
    #expect(sample.color == .bt709 && sample.pixelFormat == .yuv420p)
    return try (0..<8).map { index in
      let (x, y) = (Double(index % 4) / 4, Double(index / 4) / 2)
      return try #require(sample.meanCodes(x: x + 0.08...x + 0.17, y: y + 0.15...y + 0.35))
    }
  }

  private func isNeutral(_ patch: (luma: Double, blue: Double, red: Double)) -> Bool {
    abs(patch.blue - 128) < 2 && abs(patch.red - 128) < 2
  }

  /// 0 is black, 1 is white.
  private func level(_ patch: (luma: Double, blue: Double, red: Double)) -> Double { (patch.luma - 16) / 219 }

  @Test(
    "reference white lands at 75 to 95 percent of SDR white, greys stay grey", arguments: ClipSpec.DynamicRange.allCases
  )
  func referenceWhite(range: ClipSpec.DynamicRange) async throws {
    let patches = try await patches(.hdr(range))
    #expect((0.75...0.95).contains(level(patches[0])))
    for index in [0, 1, 6, 7] { #expect(isNeutral(patches[index])) }
    #expect(level(patches[7]) > level(patches[0]) && level(patches[7]) <= 1.01)
    #expect(level(patches[1]) < level(patches[0]) - 0.1)
  }

  @Test("PQ and HLG of one scene come out alike")
  func agreement() async throws {
    let (pq, hlg) = (try await patches(.hdr(.pq)), try await patches(.hdr(.hlg)))
    for (left, right) in zip(pq, hlg) {
      #expect(abs(left.luma - right.luma) <= 4 && abs(left.blue - right.blue) <= 3 && abs(left.red - right.red) <= 3)
    }
  }

  @Test("a grey ramp to 1000 nits keeps rising to the end, and stays grey")
  func ramp() async throws {
    // 32 steps, each 1000/32 nits brighter: PQ codes of ITU-R BT.2100.
    let steps = (0..<32).map { Double($0 + 1) * 1000 / 32 }
    let spec = ClipSpec.ffmpeg(
      "pq-ramp", "mp4",
      [
        "-f", "lavfi", "-i",
        "color=black:s=512x64:r=30:d=0.2,format=gbrp16le,geq=r='\(Self.ramp)':g='\(Self.ramp)':b='\(Self.ramp)'",
        "-vf", "scale=out_color_matrix=bt2020:out_range=tv,format=yuv420p10le", "-c:v", "libx265", "-preset",
        "ultrafast",
        "-crf", "4", "-tag:v", "hvc1", "-color_primaries", "bt2020", "-color_trc", "smpte2084", "-colorspace",
        "bt2020nc",
        "-x265-params", "log-level=error:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc:range=limited",
      ])
    let sample = try #require(try await OpenedClip(spec).readPictures().samples.first)
    let levels = try steps.indices.map { index in
      let x = (Double(index) + 0.25) / 32...(Double(index) + 0.75) / 32
      let patch = try #require(sample.meanCodes(x: x, y: 0.3...0.7))
      #expect(isNeutral(patch))
      return patch.luma
    }
    for (step, (level, next)) in zip(steps, zip(levels, levels.dropFirst())) {
      #expect(next - level >= (step < 600 ? 0.5 : 0), "at \(step) nits")
    }
    #expect(levels[31] - levels[18] >= 6)
    #expect((228...238).contains(levels[31]))
  }

  /// geq's expression of the ramp: SMPTE ST 2084's inverse EOTF of (floor(x/16) + 1) x 1000/32 nits.
  private static let ramp =
    "65535*pow((0.8359375+18.8515625*pow((floor(X/16)+1)/320,0.1593017578125))"
    + "/(1+18.6875*pow((floor(X/16)+1)/320,0.1593017578125)),78.84375)"

  @Test("bright colours keep their hue", arguments: ClipSpec.DynamicRange.allCases)
  func hue(range: ClipSpec.DynamicRange) async throws {
    let patches = try await patches(.hdr(range))
    // Skin (150, 110, 85 nits) stays between red and yellow, green has the least red, blue the most blue.
    #expect(patches[5].red > 135 && patches[5].blue < 125)
    #expect(patches.map(\.red).min() == patches[3].red && patches.map(\.blue).max() == patches[4].blue)
  }

  @Test(
    "real HDR clips come out as believable SDR",
    .needsClips(
      "hdr10-pq-hevc-1080p-untagged-container.mp4", "rot90-hevc10-hlg-dovi84-mebx-editlist-negctts-iphone.mp4"),
    arguments: [
      "hdr10-pq-hevc-1080p-untagged-container.mp4", "rot90-hevc10-hlg-dovi84-mebx-editlist-negctts-iphone.mp4",
    ])
  func real(name: String) async throws {
    let clip = try await OpenedClip(Clip.named(name).path)
    let (samples, _) = try await clip.readPictures { $0.size = PixelSize(width: 640, height: 360) }
    let video = try await WrittenPictures(Array(samples.prefix(30))).decoded()
    #expect(samples.first?.color == .bt709)
    #expect((40...180).contains(video.last.meanLuma()))
  }
}
