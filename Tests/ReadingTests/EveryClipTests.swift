import Media
import Reading
import TestSupport
import Testing

/// Every clip against what `ffprobe` says of it: pictures, packets, sound.
@Suite(.needsFFmpeg, .serialized) struct EveryClipTests {
  static let made: [ClipSpec] = [
    .corners, .corners(width: 322, height: 178), .corners(orientation: .right), .noAudio, .container("mkv"),
    .container("mov"), .container("ts"), .container("flv"), .container("avi"), .container("3gp"), .container("gif"),
    .container("webm"), .fragmented, .moovFirst, .odd, .anamorphic, .nearlySquare, .surround, .mono(sampleRate: 8000),
    .mono(sampleRate: 16000), .mono(sampleRate: 22050), .stereo44, .mp3, .pcm(), .pcm(sampleRate: 22222), .opus,
    .webmWithoutDuration, .heAAC, .flashAndBeep(), .flashAndBeep(fileExtension: "webm"),
    .variableRate(bFrames: false), .variableRate(bFrames: true), .sixtyThenOneTwenty, .oneTwenty, .ntsc, .lateVideo,
    .lateAudio, .editInsideGOP, .editAtKeyFrame, .twoEdits, .editEndsEarly, .negativeCompositionOffsets, .priming2112,
    .startsAtFive, .twoAudioTracks(secondIsDefault: false), .coverArt, .timecode, .subtitles, .chapters,
    .location(.loci), .location(.mdta), .hdr(.pq), .hdr(.hlg), .patches("yuv422p"), .still(seconds: 3),
    .parameterSetChange, .undecodableFirstAudio,
  ]

  static let real = MediaLibrary.clips.map(\.name).filter {
    !$0.hasPrefix("bad-") && $0 != "zero-dimensions.mp4" && !$0.hasPrefix("bench-")
  }

  @Test("made clips give the pictures and packets that ffprobe gives, at its times", arguments: made)
  func madePictures(_ spec: ClipSpec) async throws {
    try await comparePictures(try await ClipFactory.clip(spec).path)
  }

  @Test("real clips give the pictures and packets that ffprobe gives, at its times", arguments: real)
  func realPictures(_ name: String) async throws {
    try await comparePictures(Clip.named(name).path)
  }

  private func comparePictures(_ path: String) async throws {
    let clip = try await OpenedClip(path)
    guard let track = clip.video else { return }
    let origin = try await origin(of: clip, path)
    let stream = "\(track.id)"
    let frames = try await Probe.frames(of: path, stream: stream)
    var expected: [MediaTime] = []
    for frame in frames.compactMap({ $0.time.map { MediaTime($0) - origin } })
    where expected.last.map({ frame > $0 }) ?? true { expected.append(frame) }
    let (samples, statistics) = try await clip.readPictures()
    #expect(samples.compactMap(\.presentationTime) == expected, "\(path)")
    #expect(statistics.damaged == 0)
    for (sample, next) in zip(samples, samples.dropFirst()) {
      guard let time = sample.presentationTime, let duration = sample.duration else {
        Issue.record("a picture without times")
        continue
      }
      #expect(time + duration == next.presentationTime)
    }
    try await comparePackets(path, track, origin)
  }

  private func comparePackets(_ path: String, _ track: AssetTrack, _ origin: MediaTime) async throws {
    let clip = try await OpenedClip(path)
    let (packets, _) = try await clip.read(track, .packets)
    let expected = try await Probe.packets(of: path, stream: "\(track.id)")
    #expect(packets.map(\.byteCount) == expected.map(\.size))
    #expect(packets.map(\.presentationTime) == expected.map { $0.presentation.map { MediaTime($0) - origin } })
    #expect(packets.map(\.isKeyFrame) == expected.map(\.isKey))
    let survey = try await OpenedClip(path).reader.survey(track)
    #expect(survey.packetCount == expected.count)
    #expect(survey.byteCount == expected.reduce(0) { $0 + $1.size })
    #expect(survey.startsWithKeyFrame == (expected.first?.isKey ?? false))
    #expect(survey.hiddenPackets == expected.filter { $0.flags.contains("D") }.count)
  }

  /// MP4's zero is kept (moved only where something starts before it), other files start at their first sample.
  private func origin(of clip: OpenedClip, _ path: String) async throws -> MediaTime {
    let probe = try await Probe(path)
    let starts = probe.streams.filter {
      ["video", "audio"].contains($0.type) && !$0.dispositions.contains("attached_pic")
    }
    .compactMap { stream in
      stream.startTicks.map {
        MediaTime(ExactTime($0, base: stream.timeBase.numerator, stream.timeBase.denominator))
      }
    }
    let first = starts.min() ?? .zero
    guard clip.asset.container == "mov" else { return first }
    // No clip here has pictures before zero; sound there is priming.
    return clip.asset.isFragmented ? max(first, .zero) : .zero
  }
}
