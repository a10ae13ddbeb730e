import Export
import Settings
import TestSupport
import Testing

/// What satisfies a preset is copied: the same bytes, shown at the same times.
@Suite(.needsFFmpeg)
struct CopyTests {
  static let copied: [ClipSpec] = [
    .corners, .ntsc, .negativeCompositionOffsets, .lateVideo, .lateAudio, .priming2112, .editAtKeyFrame, .editEndsEarly,
    .mono(sampleRate: 8000), .fragmented, .timecode, .container("mkv"), .container("flv"), .subtitles, .startsAtFive,
  ]

  static let passed: [ClipSpec] = [
    .editInsideGOP, .editEndsEarly, .negativeCompositionOffsets, .lateVideo, .priming2112, .container("mkv"), .chapters,
    .noAudio,
  ]

  @Test("a clip that satisfies its preset is copied packet by packet", arguments: copied)
  func copies(spec: ClipSpec) async throws {
    let exported = try await ExportedClip(spec)
    #expect(exported.video?.action == "copy")
    #expect(exported.audio.map { $0.action == "copy" } ?? true)
    #expect(exported.video?.reasons.map(\.code) == [.satisfiesPreset])
    let shown = try await Probe.packets(of: exported.source).filter { !$0.flags.contains("D") }
    #expect(
      try await Probe.packets(of: exported.path).filter { !$0.flags.contains("D") }.map(\.hash) == shown.map(\.hash))
    try await Self.expectSameTimes(exported)
    #expect(try await FullDecode.errors(exported.path) == [])
  }

  @Test("a passthrough shows what the source shows, when it shows it", arguments: passed)
  func passthrough(spec: ClipSpec) async throws {
    let exported = try await ExportedClip(spec, preset: "Passthrough")
    #expect(exported.video?.reasons.map(\.code) == [.passthrough])
    try await Self.expectSameTimes(exported)
    #expect(try await FullDecode.errors(exported.path) == [])
  }

  @Test("a copy from a transport stream plays as the source does")
  func transportStream() async throws {
    let exported = try await ExportedClip(.container("ts"))
    #expect(exported.video?.action == "copy")
    #expect(exported.audio?.action == "copy")
    try await Self.expectSameTimes(exported)
    let before = try await DecodedVideo(exported.source)
    #expect(try await DecodedVideo(exported.path).lowestPSNR(to: before) == .infinity)
    #expect(try await FullDecode.errors(exported.path) == [])
  }

  @Test("a turned clip is copied with its matrix where rotation is kept")
  func keptRotation() async throws {
    let spec = ClipSpec.corners(orientation: .right)
    let exported = try await ExportedClip(spec, options: ExportOptions(orientation: .keep))
    #expect(exported.video?.action == "copy")
    #expect(try await exported.decoded().corners == .upright)
    #expect(try await exported.probe().video?.displayMatrix == Probe(exported.source).video?.displayMatrix)
  }

  @Test("what only its bit rate spoke against is copied when the encode comes out larger")
  func largerThanSource() async throws {
    // A rough encode a little above the preset's rate: encoding its artefacts well takes more, in a clip so short.
    let exported = try await ExportedClip(.roughlyPacked)
    #expect(exported.receipt.tracks.contains { $0.reasons.contains { $0.code == .encodeWasLarger } })
    #expect(exported.receipt.output.byteCount <= exported.receipt.source.byteCount + 2048)
    #expect(try await FullDecode.errors(exported.path) == [])
    #expect(exported.progress.last?.fraction == 1)
  }

  @Test("only the tracks that grew are copied when an encode comes out larger")
  func copiesWhatGrew() async throws {
    let exported = try await ExportedClip(.roughlyPackedWithSurround)
    #expect(exported.video?.reasons.map(\.code) == [.encodeWasLarger])
    #expect(exported.audio?.action == "transcode")
    #expect(exported.progress.filter { $0.fraction >= 1 }.count == 1)
  }

  @Test("an encode that is larger for another reason stays, with a warning")
  func largerStays() async throws {
    let exported = try await ExportedClip(.tinyHEVC, options: ExportOptions(rateRule: .avfoundation))
    #expect(exported.video?.action == "transcode")
    #expect(exported.warnings.contains(.largerThanSource))
  }

  /// Pictures at exactly the same times, the presentation's start aside, and sound that has not moved against them.
  static func expectSameTimes(_ exported: ExportedClip) async throws {
    let sync = try await exported.sync()
    #expect(sync.sourceFrameCount == sync.outputFrameCount)
    #expect(sync.largestTimeDifference < 0.01, "\(sync)")
    if let late = sync.audioMilliseconds, let audio = sync.audio, audio.correlation > 0.2 {
      #expect(abs(late) < 0.2, "\(sync)")
      #expect(audio.correlation > 0.98)
    }
    if try await Probe(exported.source).formatName.hasPrefix("mov") { #expect(abs(sync.shift) < 1e-6) }
  }
}

extension ClipSpec {
  static let roughlyPacked = ClipSpec.ffmpeg(
    "roughly-packed", "mp4",
    ["-f", "lavfi", "-i", "testsrc2=s=320x240:r=30:d=1,noise=alls=30:allf=t:all_seed=1", "-pix_fmt", "yuv420p"]
      + ["-c:v", "libx264", "-preset", "slow", "-b:v", "330k", "-maxrate", "330k", "-bufsize", "165k"])

  /// The same with six quiet channels that must be mixed down.
  static let roughlyPackedWithSurround = ClipSpec.ffmpeg(
    "roughly-packed-surround", "mp4",
    ["-f", "lavfi", "-i", "testsrc2=s=320x240:r=30:d=1,noise=alls=30:allf=t:all_seed=1", "-f", "lavfi", "-i"]
      + ["anullsrc=cl=5.1", "-t", "1", "-pix_fmt", "yuv420p", "-c:a", "aac"]
      + ["-c:v", "libx264", "-preset", "slow", "-b:v", "330k", "-maxrate", "330k", "-bufsize", "165k"])

  static let tinyHEVC = ClipSpec.ffmpeg(
    "tiny-hevc", "mp4",
    ["-f", "lavfi", "-i", "testsrc2=s=320x240:r=30:d=1", "-c:v", "libx265", "-x265-params", "log-level=error:crf=45"]
      + ["-pix_fmt", "yuv420p", "-tag:v", "hvc1"])
}
