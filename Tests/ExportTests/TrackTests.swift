import Export
import Settings
import TestSupport
import Testing

/// Which tracks are the video and the sound, what becomes of the others, and the sound's shape.
@Suite(.needsFFmpeg)
struct TrackTests {
  @Test("the default or first sound track is the sound", arguments: [false, true])
  func audioTracks(secondIsDefault: Bool) async throws {
    let exported = try await ExportedClip(.twoAudioTracks(secondIsDefault: secondIsDefault))
    #expect(exported.audio?.source == (secondIsDefault ? 2 : 1))
    #expect(exported.receipt.tracks.contains { $0.reasons.first?.code == .otherAudio })
    let audio = try #require(try await exported.probe().audio)
    #expect(audio.tags["language"] == (secondIsDefault ? "ger" : "eng") || audio.tags["language"] == "deu")
    let all = try await ExportedClip(.twoAudioTracks(secondIsDefault: secondIsDefault), preset: "Passthrough")
    #expect(try await all.probe().audios.count == 2)
  }

  @Test("a sound track of an unknown codec is a warning; the next one is the sound")
  func undecodable() async throws {
    let exported = try await ExportedClip(.undecodableFirstAudio)
    #expect(exported.audio?.source == 2)
    #expect(exported.warnings.contains(.undecodableTrack))
    let silent = try await ExportedClip(.undecodableAudio)
    #expect(try await silent.probe().audios.isEmpty)
    #expect(silent.warnings.contains(.undecodableTrack))
  }

  @Test(
    "cover art and motion photos are not the video",
    arguments: [
      (ClipSpec.coverArt, ExportReason.Code.attachedPicture), (.twoFrameFirstVideo, .motionPhoto),
    ])
  func stills(spec: ClipSpec, code: ExportReason.Code) async throws {
    let exported = try await ExportedClip(spec)
    #expect(exported.receipt.tracks.contains { $0.action == "drop" && $0.reasons.first?.code == code })
    #expect(try await exported.decoded().corners == .upright)
  }

  @Test("a picture or two are the video where there is no other")
  func shortVideo() async throws {
    let spec = ClipSpec.ffmpeg(
      "two-frames", "mp4", ["-f", "lavfi", "-i", "testsrc2=s=160x120:r=30", "-frames:v", "2", "-c:v", "libx264"])
    let exported = try await ExportedClip(spec)
    #expect(try await Probe.frames(of: exported.path).count == 2)
    let forced = try await ExportedClip(spec, options: ExportOptions(forcesEncoding: true))
    #expect(try await Probe.frames(of: forced.path).count == 2)
  }

  @Test(
    "time codes and subtitles are dropped, with the reason",
    arguments: [
      (ClipSpec.timecode, ExportReason.Code.dataTrack), (.subtitles, .subtitles), (.chapters, .dataTrack),
    ])
  func otherTracks(spec: ClipSpec, code: ExportReason.Code) async throws {
    for preset in ["640x480", "Passthrough"] {
      let exported = try await ExportedClip(spec, preset: preset)
      let dropped = exported.receipt.tracks.filter { $0.action == "drop" }
      #expect(dropped.contains { $0.reasons.first?.code == code || $0.reasons.first?.code == .subtitles })
      let probe = try await exported.probe()
      #expect(probe.streams.allSatisfy { ["video", "audio"].contains($0.type) })
      #expect(probe.chapterCount == 0)
    }
  }

  @Test("sound alone goes into an M4A, and not into a video")
  func audioOnly() async throws {
    let exported = try await ExportedClip(.audioOnly, preset: "AppleM4A", name: "out.m4a")
    #expect(try await exported.probe().videos.isEmpty)
    #expect(try await FullDecode.errors(exported.path) == [])
    let fromVideo = try await ExportedClip(.opus, preset: "AppleM4A", name: "out.m4a")
    #expect(try await fromVideo.probe().audio?.codec == "aac")
    #expect(try await fromVideo.probe().videos.isEmpty)
    let error = try await exportFailure(.audioOnly)
    #expect(error?.code == .noUsableTrack)
    #expect(error?.message.contains("AppleM4A") == true)
    #expect(try await exportFailure(.noAudio, preset: "AppleM4A")?.code == .noUsableTrack)
  }

  @Test("the presets that fit a source are told apart")
  func compatiblePresets() async throws {
    let presets = try ["640x480", "AppleM4A", "Passthrough"].map { try ExportPreset.builtIn($0) }
    func names(_ spec: ClipSpec) async throws -> [String] {
      let source = ExportSource.file(try await ClipFactory.clip(spec).path)
      return try await AssetExportSession.compatiblePresets(for: source, among: presets).map(\.name)
    }
    #expect(try await names(.corners) == ["640x480", "AppleM4A", "Passthrough"])
    #expect(try await names(.noAudio) == ["640x480", "Passthrough"])
    #expect(try await names(.audioOnly) == ["AppleM4A", "Passthrough"])
    #expect(try await names(.twoEdits) == ["640x480", "AppleM4A"])
    let error = await #expect(throws: ExportError.self) { _ = try await names(.text) }
    #expect(error?.code == .unsupportedInput)
  }

  @Test("a video without sound stays without")
  func silent() async throws {
    let exported = try await ExportedClip(.noAudio, options: ExportOptions(forcesEncoding: true))
    #expect(try await exported.probe().audios.isEmpty)
  }

  @Test("5.1 is mixed down with centre and surrounds at -3 dB, and limited")
  func downmix() async throws {
    let exported = try await ExportedClip(.surround)
    let audio = try await DecodedAudio(exported.path)
    #expect(audio.channels.count == 2)
    // Each tone has an amplitude of 0.25: -12 dB.
    let left = [300, 700, 1100, 60].map { audio.toneLevel(Double($0), channel: 0, in: 0.2...0.8) }
    for (level, wanted) in zip(left, [-12.04, -15.05, -15.05]) { #expect(abs(level - wanted) < 0.7, "\(left)") }
    #expect(left[3] < -40)
    let limited = try await ExportedClip(.loudSurround)
    let loud = try await DecodedAudio(limited.path)
    #expect(loud.peak() <= 1.0)
    #expect(loud.level(in: 0.2...0.8) > -6)
  }

  @Test("low rates and mono stay, within what AAC takes", arguments: [8000, 16000, 22050])
  func lowRates(rate: Int) async throws {
    let exported = try await ExportedClip(.mono(sampleRate: rate), options: ExportOptions(forcesEncoding: true))
    let audio = try #require(try await exported.probe().audio)
    #expect((audio.sampleRate, audio.channels, audio.codec) == (rate, 1, "aac"))
    let limit = min(64000, rate * 11 / 2) * 12 / 10
    #expect((exported.audio?.output?.bitRate ?? .max) <= limit)
  }

  @Test("all the sound of packets with several AMR frames is there", .needsClips("audio-amr-nb-phone.3gp"))
  func amr() async throws {
    let exported = try await ExportedClip(Clip.named("audio-amr-nb-phone.3gp").path)
    #expect((exported.audio?.output?.silenceFilledSamples ?? 0) < 800)
    // ffmpeg reads frame by frame only where they lie in a file of their own.
    let raw = exported.directory.file("frames.amr")
    try await Program.ffmpeg.run(["-v", "error", "-i", exported.source, "-map", "0:a", "-c", "copy", raw]).checked()
    let offset = try #require(
      AudioOffset.measure(from: try await DecodedAudio(raw), to: try await DecodedAudio(exported.path)))
    #expect(offset.correlation > 0.98 && abs(offset.milliseconds) < 1, "\(offset)")
  }
}
