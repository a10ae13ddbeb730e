import Export
import Settings
import TestSupport
import Testing

/// Sources that do not say when their pictures are shown, and sound that a container counts in its own way.
@Suite(.needsFFmpeg)
struct UntimedCopyTests {
  static let pictures = ["-f", "lavfi", "-i", "testsrc2=s=320x240:r=25:d=2", "-c:v", "libx264", "-b:v", "60k"]
  static let withSound =
    ["-f", "lavfi", "-i", "testsrc2=s=320x240:r=25:d=2", "-f", "lavfi"]
    + ["-i", "anoisesrc=d=2:r=44100:seed=1,lowpass=3000", "-c:v", "libx264", "-pix_fmt", "yuv420p"]

  static let untimed: [ClipSpec] = [
    .ffmpeg("untimed-reordered", "avi", pictures), .ffmpeg("untimed-raw", "h264", pictures),
  ]

  @Test("pictures without times are encoded, in order", arguments: untimed)
  func encodes(spec: ClipSpec) async throws {
    let exported = try await ExportedClip(spec)
    #expect(exported.video?.action == "transcode")
    #expect(exported.video?.reasons.contains { $0.code == .timesMissing } == true)
    let times = try await Probe.frames(of: exported.path).compactMap { $0.time?.seconds }
    #expect(times.count == 50)
    #expect(zip(times.dropFirst(), times).allSatisfy { abs($0 - $1 - 0.04) < 0.001 })
    let before = try await DecodedVideo(exported.source)
    #expect(try #require(try await exported.decoded().lowestPSNR(to: before)) > 25)
  }

  @Test("a passthrough refuses pictures without times, and names a preset that encodes", arguments: untimed)
  func refuses(spec: ClipSpec) async throws {
    let error = try #require(try await exportFailure(spec, preset: "Passthrough"))
    #expect(error.code == .presetNotApplicable)
    #expect(error.message.contains("do not say when they are shown"))
    #expect(error.message.contains("HighestQuality"))
  }

  @Test("pictures without times are copied where the codec never reorders")
  func neverReordered() async throws {
    let spec = ClipSpec.ffmpeg(
      "untimed-mjpeg", "avi", ["-f", "lavfi", "-i", "testsrc2=s=320x240:r=25:d=1", "-c:v", "mjpeg"])
    let exported = try await ExportedClip(spec, preset: "Passthrough")
    #expect(try await Probe.frames(of: exported.path).count == 25)
  }

  @Test(
    "a passthrough keeps sound that containers count or name in their own way",
    arguments: [
      ("ts", ["-c:a", "mp2"], "out.mp4"), ("mpg", ["-c:v", "mpeg2video", "-c:a", "mp2"], "out.mp4"),
      ("mkv", ["-c:a", "flac"], "out.mp4"), ("mov", ["-c:a", "pcm_s16le"], "out.mov"),
      ("mkv", ["-c:a", "pcm_s24le"], "out.mov"), ("mov", ["-c:a", "pcm_alaw"], "out.mov"),
    ] as [(String, [String], String)])
  func sound(container: String, codec: [String], name: String) async throws {
    let title = "sound-\(codec.joined())-\(container)"
    let exported = try await ExportedClip(
      .ffmpeg(title, container, Self.withSound + codec), preset: "Passthrough", name: name)
    #expect(exported.audio?.action == "copy")
    try await CopyTests.expectSameTimes(exported)
    #expect(try await FullDecode.errors(exported.path) == [])
  }

  @Test(
    "sound that the container cannot hold is left out with a warning",
    arguments: [("pcm_s16le", "mov", "out.mp4"), ("flac", "mkv", "out.mov")])
  func notHeld(codec: String, container: String, name: String) async throws {
    let spec = ClipSpec.ffmpeg("not-held-\(codec)", container, Self.withSound + ["-c:a", codec])
    let exported = try await ExportedClip(spec, preset: "Passthrough", name: name)
    #expect(exported.warnings.contains(.trackNotHeld))
    #expect(exported.audio?.reasons.map(\.code) == [.containerCannotHold])
  }

  @Test("a passthrough of sound that the container cannot hold says so")
  func soundAlone() async throws {
    let spec = ClipSpec.ffmpeg("pcm-alone", "wav", ["-f", "lavfi", "-i", "sine=d=1"])
    let error = try #require(try await exportFailure(spec, preset: "Passthrough"))
    #expect(error.code == .presetNotApplicable)
    #expect(error.message.contains("MP4 cannot hold 'pcm_s16le'"))
    let exported = try await ExportedClip(spec, preset: "Passthrough", name: "out.mov")
    #expect(exported.audio?.action == "copy")
  }

  @Test("sound whose decoder swallows its first packets stays where ffmpeg has it", arguments: ["wmav1", "wmav2"])
  func windowsMedia(codec: String) async throws {
    let spec = ClipSpec.ffmpeg(
      "windows-media-\(codec)", "wmv", Self.withSound + ["-c:v", "wmv2", "-c:a", codec, "-b:a", "96k"])
    let sync = try await ExportedClip(spec).sync()
    #expect(sync.isInSync, "\(sync)")
  }
}
