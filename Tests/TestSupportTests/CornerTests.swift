import TestSupport
import Testing

@Suite(.needsFFmpeg) struct CornerTests {
  @Test("the corner picture is shown upright in every orientation", arguments: ClipOrientation.allCases)
  func upright(orientation: ClipOrientation) async throws {
    let clip = try await ClipFactory.clip(.corners(width: 160, height: 96, orientation: orientation, seconds: 0.3))
    let shown = try await DecodedVideo(clip)
    let coded = try await DecodedVideo(clip, rotated: false)
    #expect(shown.corners == .upright)
    #expect((coded.corners == .upright) == (orientation == .up))
    #expect(shown.width == 160 && shown.height == 96)
    #expect(coded.width == (orientation.swapsAxes ? 96 : 160))
    #expect(try await FullDecode.errors(clip.path) == [])
  }

  @Test("every orientation puts the corners elsewhere")
  func distinct() async throws {
    var seen: Set<Corners> = []
    for orientation in ClipOrientation.allCases {
      let clip = try await ClipFactory.clip(.corners(width: 160, height: 96, orientation: orientation, seconds: 0.3))
      seen.insert(try await DecodedVideo(clip, rotated: false).corners)
    }
    #expect(seen.count == 8)
  }

  @Test("a flipped picture is not upright")
  func flipped() async throws {
    let clip = try await ClipFactory.clip(VideoClip { $0.videoFilters = ["hflip"] }.spec("flipped"))
    #expect(try await DecodedVideo(clip).corners == Corners(.green, .red, .yellow, .blue))
  }

  @Test("PSNR is infinite for the same frames and falls with noise")
  func psnr() async throws {
    let clip = try await ClipFactory.clip(.corners)
    let video = try await DecodedVideo(clip)
    let noisy = try await DecodedVideo(clip.path, filter: "noise=alls=20")
    #expect(video.lowestPSNR(to: video) == .infinity)
    let low = try #require(video.lowestPSNR(to: noisy))
    #expect(low > 15 && low < 40)
  }

  @Test("frames carry exact times")
  func times() async throws {
    let clip = try await ClipFactory.clip(.corners)
    let video = try await DecodedVideo(clip)
    #expect(video.times == (0..<30).map { ExactTime($0, base: 1, 30) })
    #expect(try await Probe.frames(of: clip.path).map(\.time) == video.times)
    #expect(video.frame(at: 0.5).time == ExactTime(15, base: 1, 30))
  }
}
