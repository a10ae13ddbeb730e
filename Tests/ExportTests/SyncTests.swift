import Export
import TestSupport
import Testing

/// What is shown together stays together, measured on what ffmpeg decodes from source and output.
@Suite(.needsFFmpeg)
struct SyncTests {
  static let encoded: [ClipSpec] = [
    .variableRate(bFrames: false), .variableRate(bFrames: true), .lateVideo, .lateAudio, .editInsideGOP,
    .editAtKeyFrame, .editEndsEarly, .negativeCompositionOffsets, .priming2112, .startsAtFive, .ntsc, .opus,
    .webmWithoutDuration, .heAAC, .mono(sampleRate: 8000), .mono(sampleRate: 16000), .stereo44, .mp3,
    .pcm(sampleRate: 22222), .container("mkv"), .container("ts"), .container("flv"), .container("avi"),
    .container("3gp"), .container("gif"), .container("webm"), .fragmented, .odd, .surround, .flashAndBeep(),
  ]

  @Test("an encode keeps every picture's time and the sound's place", arguments: encoded)
  func keepsSync(spec: ClipSpec) async throws {
    let exported = try await ExportedClip(spec, options: ExportOptions(forcesEncoding: true))
    #expect(exported.video?.action == "transcode")
    let sync = try await exported.sync()
    #expect(sync.isInSync, "\(sync)")
    #expect(try await FullDecode.errors(exported.path) == [])
    let probe = try await exported.probe()
    #expect(probe.complaints == [])
    #expect(probe.video?.sampleAspectRatio == "1:1")
    #expect((probe.video?.level ?? 99) <= 42)
    if let sourceEnd = try await Probe(exported.source).presentationEnd, let end = probe.presentationEnd {
      let difference = abs(end - sync.shift - sourceEnd)
      #expect(difference < sync.tick + 0.001, "ends at \(end), not \(sourceEnd)")
    }
  }

  @Test("two edits show what they show", arguments: [ClipSpec.twoEdits])
  func edits(spec: ClipSpec) async throws {
    let exported = try await ExportedClip(spec)
    let sync = try await exported.sync()
    #expect(sync.isInSync, "\(sync)")
  }

  @Test("a held last picture stays held", arguments: [false, true])
  func heldLastPicture(bFrames: Bool) async throws {
    let exported = try await ExportedClip(
      .variableRate(bFrames: bFrames), options: ExportOptions(forcesEncoding: true))
    let last = Double(ClipSpec.variableRateTimes[23]) / 1000
    let video = try #require(try await exported.probe().video)
    #expect(abs((video.duration ?? 0) - last - 0.5) < 0.002)
    let frames = try await Probe.frames(of: exported.path)
    #expect(frames.compactMap { $0.time?.seconds }.map { Int(($0 * 1000).rounded()) } == ClipSpec.variableRateTimes)
  }

  @Test("a browser's clip without duration keeps its usual frame rate and a sane level")
  func browserClip() async throws {
    let exported = try await ExportedClip(.webmWithoutDuration)
    let video = try #require(try await exported.probe().video)
    #expect(abs((video.averageFrameRate ?? 0) - 30) < 0.5)
    #expect((video.level ?? 99) <= 30)
    #expect(exported.video?.output?.frameRate.flatMap { $0.hasPrefix("30") || $0.hasPrefix("1000/33") } == true)
  }

  @Test(
    "frames above the cap are thinned out evenly, the others left where they are",
    arguments: [
      ("640x480", 60), ("MediumQuality", 30), ("LowQuality", 30),
    ])
  func caps(preset: String, cap: Int) async throws {
    let exported = try await ExportedClip(.oneTwenty, preset: preset)
    let source = Set(try await Probe.frames(of: exported.source).compactMap(\.time))
    let times = try await Probe.frames(of: exported.path).compactMap(\.time)
    #expect(times.count == cap)
    #expect(times.allSatisfy { source.contains($0) })
    #expect(exported.video?.output?.picturesDroppedAboveRate == 120 - cap)
  }

  @Test("a rate that rises above the cap is thinned out only where it does")
  func capsLaterPart() async throws {
    let exported = try await ExportedClip(.sixtyThenOneTwenty)
    let times = try await Probe.frames(of: exported.path).compactMap { $0.time?.seconds }
    #expect(times.filter { $0 < 0.499 }.count == 30)
    #expect((29...31).contains(times.filter { $0 >= 0.499 }.count))
  }
}

extension Probe {
  /// When the last picture ends, by the container.
  var presentationEnd: Double? {
    guard let video, let duration = video.duration else { return nil }
    return (video.startTime ?? 0) + duration
  }
}
