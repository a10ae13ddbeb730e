import Export
import Media
import Settings
import TestSupport
import Testing

/// What bit rates come to, in plans and in bytes.
@Suite(.needsFFmpeg)
struct RateTests {
  @Test(
    "the avfoundation rule counts encoded pixels, on both sides of its step",
    arguments: [
      (1280, 720, "640x480", 933_120), (640, 480, "640x480", 3_502_080), (640, 478, "HighestQuality", 1_238_976),
      (1280, 960, "640x480", 3_502_080), (960, 540, "960x540", 5_909_760),
    ])
  func stepsAtSize(width: Int, height: Int, preset: String, expected: Int) async throws {
    let spec = ClipSpec.ffmpeg(
      "small-\(width)x\(height)", "mkv",
      ["-f", "lavfi", "-i", "testsrc2=s=\(width)x\(height):d=0.1", "-c:v", "mpeg4", "-q:v", "9"])
    let plan = try await exportPlan(
      spec, preset: preset, options: ExportOptions(rateRule: .avfoundation, forcesEncoding: true))
    guard case .encodeVideo(let settings, _) = plan.track(.video)?.action else {
      Issue.record("it is not encoded")
      return
    }
    #expect(settings.rate.control == .average(BitRate(bitsPerSecond: expected)))
    #expect(settings.keyFrameCount <= 30)
  }

  @Test(
    "natural content that can use it comes within a tenth of the avfoundation rule, and of what was foretold",
    .needsMediaLibrary,
    arguments: ["bench-720p-dog-motion-aac-tmcd.mp4", "bench-720p-juggle-person-noaudio.mp4"])
  func meetsRate(name: String) async throws {
    let options = ExportOptions(rateRule: .avfoundation, forcesEncoding: true)
    let exported = try await ExportedClip(Clip.named(name).path, options: options)
    let rate = try #require(exported.video?.output?.bitRate)
    #expect(abs(Double(rate) / 933_120 - 1) < 0.1, "\(rate) bit/s")
    #expect(try await longestGroup(exported.path) <= 30)
    let plan = try await exportPlan(Clip.named(name).path, options: options)
    let estimate = Double(try #require(plan.estimatedByteCount)) / Double(exported.receipt.output.byteCount)
    #expect(abs(estimate - 1) < 0.15, "\(estimate)")
  }

  @Test("the web rule holds its cap and its group of pictures on content that would use more")
  func webCap() async throws {
    let exported = try await ExportedClip(.busy(width: 640, height: 480), options: ExportOptions(forcesEncoding: true))
    let rate = try #require(exported.video?.output?.bitRate)
    // A buffer of two seconds starts nine tenths full: a short clip may use it up.
    let cap = 1_105_920
    #expect(rate < cap * 2)
    #expect(try await longestGroup(exported.path) <= 60)
  }

  /// Pictures from one key frame to the next.
  private func longestGroup(_ path: String) async throws -> Int {
    let packets = try await Probe.packets(of: path)
    let keys = packets.indices.filter { packets[$0].isKey } + [packets.count]
    return zip(keys.dropFirst(), keys).map { $0 - $1 }.max() ?? 0
  }

  @Test(
    "a source of next to no bits still looks like itself",
    arguments: [ClipSpec.screenRecording, .slideShow, .stillPage])
  func quietSources(spec: ClipSpec) async throws {
    let exported = try await ExportedClip(spec, options: ExportOptions(forcesEncoding: true))
    // One matrix for both: none was converted.
    let filter = "scale=320:240:flags=area:in_color_matrix=bt709:in_range=tv"
    let before = try await DecodedVideo(exported.source, filter: filter)
    let after = try await DecodedVideo(exported.path, filter: filter)
    #expect(try #require(after.lowestPSNR(to: before)) > 32)
  }
}

extension ClipSpec {
  /// A screen that stands still for seconds, then scrolls.
  static let screenRecording = ClipSpec.ffmpeg(
    "screen-recording", "mp4",
    [
      "-f", "lavfi", "-i", "testsrc2=s=1280x2000:r=30:d=4", "-vf",
      "trim=end_frame=1,loop=loop=119:size=1,setpts=N/30/TB,crop=1280:960:0:'if(lt(n,90),0,(n-90)*20)'", "-pix_fmt",
      "yuv420p", "-c:v", "libx264", "-preset", "slow", "-crf", "28", "-g", "600",
    ])

  /// A page of small text that stands still: some 30 kbit/s.
  static let stillPage = ClipSpec.ffmpeg(
    "still-page", "mp4",
    [
      "-f", "lavfi", "-i", "life=s=160x90:mold=10:r=30:ratio=0.3:random_seed=1,scale=1280:720:flags=neighbor", "-vf",
      "trim=start_frame=20:end_frame=21,loop=loop=239:size=1,setpts=N/30/TB", "-pix_fmt", "yuv420p", "-c:v", "libx264",
      "-crf", "28", "-g", "600",
    ])

  /// Four still pictures, a second each.
  static let slideShow = ClipSpec.ffmpeg(
    "slide-show", "mp4",
    [
      "-f", "lavfi", "-i", "mandelbrot=s=640x480:r=1:end_scale=0.01", "-t", "6", "-r", "30", "-pix_fmt", "yuv420p",
      "-c:v", "libx264", "-preset", "slow", "-crf", "30", "-g", "600",
    ])
}
