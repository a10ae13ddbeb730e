import Codecs
import Media
import Platform
import Settings
import TestSupport
import Testing

@testable import Writing

extension VideoEncoderSettings {
  /// Quick, for tests.
  static func test(
    _ width: Int = 320, _ height: Int = 240, rate: Rational = Rational(30), orientation: Orientation = .up
  ) -> VideoEncoderSettings {
    let size = PixelSize(width: width, height: height)
    return VideoEncoderSettings(
      size: size, nominalFrameRate: rate, rate: RateRule.web.videoRate(for: size, frameRate: rate), effort: .veryfast,
      orientation: orientation)
  }
}

extension AudioEncoderSettings {
  static func test(_ sampleRate: Int = 48000, channels: Int = 2) -> AudioEncoderSettings {
    AudioEncoderSettings(
      sampleRate: sampleRate, channels: channels,
      bitRate: AACParameters.bitRate(sampleRate: sampleRate, channels: channels))
  }
}

/// What comes out, as a second program sees it.
@Suite struct AssetWriterTests {
  @Test("Encoded pictures and sound: movie first, exact times, colours, priming cut, nothing to complain about")
  func encoded() async throws {
    let source = try await SourceClip(.corners)
    let pictures = try source.pictures()
    let sound = try source.sound(sampleRate: 48000, channels: 2)
    let length = sound.reduce(0) { $0 + Int64($1.sampleCount) }
    let clip = try WrittenClip(creationTime: "2024-02-29T12:00:00Z")
    let report = try await clip.write([
      (AssetWriterInput(video: .test(), timeBase: try source.stream(.video).timeBase, language: "deu"), pictures),
      (AssetWriterInput(audio: .test(), language: "fra"), sound),
    ])
    let probe = try await Probe(clip.path)
    #expect(probe.complaints.isEmpty)
    #expect(try await FullDecode.errors(clip.path) == [])
    let video = try #require(probe.video)
    #expect(video.codec == "h264" && video.profile == "High" && video.width == 320 && video.height == 240)
    #expect(
      [video.colorSpace, video.colorTransfer, video.colorPrimaries, video.colorRange]
        == ["smpte170m", "smpte170m", "smpte170m", "tv"])
    #expect(video.sampleAspectRatio == "1:1" && video.pixelFormat == "yuv420p")
    #expect(video.tags["language"] == "deu" && probe.audio?.tags["language"] == "fra")
    #expect(video.tags["creation_time"] == "2024-02-29T12:00:00.000000Z")

    let boxes = try BoxTree(path: clip.path).boxes.map(\.type)
    #expect(boxes.firstIndex(of: "moov") ?? 99 < boxes.firstIndex(of: "mdat") ?? 0)

    let times = try await Probe.frames(of: clip.path).map(\.time)
    #expect(times == (0..<30).map { ExactTime(Int64($0), base: 1, 30) })
    #expect(video.durationTicks.map { $0 * 30 } == video.timeBase.denominator * 30)

    // Both tracks lie side by side: neither has all its packets in a few large chunks.
    for track in try BoxTree(path: clip.path).tracks {
      let offsets = try #require(track["mdia/minf/stbl/stco"]).payload
      #expect((offsets.count - 8) / 4 >= 15)
    }

    // The priming of 1024 samples is cut by the edit list, exactly.
    let tree = try BoxTree(path: clip.path)
    #expect(tree.movieTimescale == 48000)
    let audio = try #require(probe.audio)
    #expect(audio.startTicks == 0 && audio.profile == "LC" && audio.channels == 2)
    #expect(audio.durationTicks == length)
    #expect(report.tracks.map(\.packetCount) == [30, 48])
    #expect(report.tracks[1].duration == MediaTime(value: length, timescale: 48000))
    #expect(report.tracks.map(\.correctedTimes) == [0, 0])
    #expect(report.tracks[0].keyFrameCount == 1)
    #expect(report.byteCount == Int64(FileBytes.size(clip.path) ?? 0))
    #expect(report.omittedInputs == [])
  }

  @Test(
    "Each orientation is written as the track's matrix; rotated ones are shown upright",
    arguments: ClipOrientation.allCases)
  func orientation(_ orientation: ClipOrientation) async throws {
    let source = try await SourceClip(.corners(width: 160, height: 120, orientation: orientation, seconds: 0.2))
    let size = try #require(try source.stream(.video).format.codedSize)
    let ours = try #require(Orientation(rawValue: orientation.rawValue))
    let clip = try WrittenClip()
    _ = try await clip.write([
      (
        AssetWriterInput(
          video: .test(size.width, size.height, orientation: ours), timeBase: try source.stream(.video).timeBase),
        try source.pictures()
      )
    ])
    let video = try #require(try await Probe(clip.path).video)
    let matrix = orientation.matrix(codedWidth: size.width, codedHeight: size.height)
    #expect(orientation == .up ? video.displayMatrix == nil : video.displayMatrix == matrix)
    #expect(video.width == size.width && video.height == size.height)
    if !ours.isMirrored { #expect(try await DecodedVideo(clip.path).corners == .upright) }
    // The copy of a track keeps its matrix.
    let copy = try WrittenClip()
    let read = try SourceClip(Clip(path: clip.path))
    let track = try read.stream(.video)
    _ = try await copy.write([
      (AssetWriterInput(copying: track.format, timeBase: track.timeBase), try read.packets(.video))
    ])
    #expect(try await Probe(copy.path).video?.displayMatrix == video.displayMatrix)
  }

  @Test("Variable frame times come out exactly, and a last picture that is held half a second keeps it")
  func variableRate() async throws {
    let source = try await SourceClip(VideoClip { $0.audio = nil }.spec("writing-vfr"))
    let unit = Rational(1, 90000)
    var time: Int64 = 0
    var expected: [Int64] = []
    var pictures: [SampleBuffer] = []
    let all = try source.pictures()
    for (index, picture) in all.enumerated() {
      let length: Int64 = index == all.count - 1 ? 45000 : [3000, 2999, 6003, 1501][index % 4]
      pictures.append(try picture.moved(to: time, duration: length, timeBase: unit))
      expected.append(time)
      time += length
    }
    let clip = try WrittenClip()
    let report = try await clip.write([(AssetWriterInput(video: .test(), timeBase: unit), pictures)])
    let frames = try await Probe.frames(of: clip.path)
    #expect(frames.map(\.time) == expected.map { ExactTime($0, base: 1, 90000) })
    #expect(frames.contains { $0.pictureType == "B" })
    let probe = try await Probe(clip.path)
    let video = try #require(probe.video)
    #expect(video.timeBase.denominator == 90000 && video.durationTicks == time)
    #expect(probe.duration.map { Int64(($0 * 90000).rounded()) } == time)
    #expect(report.tracks[0].duration == MediaTime(value: time, timescale: 90000))
    #expect(report.duration == report.tracks[0].duration)
    #expect(video.level ?? 99 <= 30)
  }

  @Test("Sound and pictures that start late stay where they are, to the tick")
  func lateStarts() async throws {
    let source = try await SourceClip(.corners)
    let unit = Rational(1, 90000)
    let pictures = try source.pictures().enumerated().map { index, picture in
      try picture.moved(to: 3001 + Int64(index) * 3000, duration: 3000, timeBase: unit)
    }
    let clip = try WrittenClip()
    let sound = try source.sound(sampleRate: 44100, channels: 1)
    let late = try sound.reduce(into: (samples: [SampleBuffer](), time: Int64(22050))) {
      $0.samples.append(try $1.moved(to: $0.time, timeBase: Rational(1, 44100)))
      $0.time += Int64($1.sampleCount)
    }
    let report = try await clip.write([
      (AssetWriterInput(video: .test(), timeBase: unit), pictures),
      (AssetWriterInput(audio: .test(44100, channels: 1)), late.samples),
    ])
    let video = try await Probe.frames(of: clip.path)
    #expect(video.first?.time == ExactTime(3001, base: 1, 90000))
    #expect(video.last?.time == ExactTime(3001 + 29 * 3000, base: 1, 90000))
    let audio = try await Probe.frames(of: clip.path, stream: "a:0")
    #expect(audio.first?.time == ExactTime(22050 - 1024, base: 1, 44100))
    #expect(report.tracks[1].startTime + report.tracks[1].duration == MediaTime(value: late.time, timescale: 44100))
    #expect(try await FullDecode.errors(clip.path) == [])
  }

  @Test("Sound alone makes an M4A", arguments: [(8000, 1), (22050, 2), (44100, 2)])
  func soundAlone(_ sampleRate: Int, _ channels: Int) async throws {
    let source = try await SourceClip(.audioOnly)
    let clip = try WrittenClip(.m4a)
    let sound = try source.sound(sampleRate: sampleRate, channels: channels)
    let report = try await clip.write([(AssetWriterInput(audio: .test(sampleRate, channels: channels)), sound)])
    let probe = try await Probe(clip.path)
    #expect(probe.streams.map(\.type) == ["audio"])
    #expect(probe.tags["major_brand"] == "M4A ")
    #expect(probe.audio?.sampleRate == sampleRate && probe.audio?.channels == channels)
    #expect(probe.audio?.durationTicks == Int64(sound.reduce(0) { $0 + $1.sampleCount }))
    #expect(report.movieTimescale == sampleRate)
    #expect(try await FullDecode.errors(clip.path) == [])
  }

  @Test("A QuickTime movie is one, with the same tracks")
  func quickTime() async throws {
    let source = try await SourceClip(.corners)
    let clip = try WrittenClip(.mov)
    _ = try await clip.write([
      (AssetWriterInput(video: .test(), timeBase: Rational(1, 30)), try source.pictures()),
      (AssetWriterInput(audio: .test()), try source.sound(sampleRate: 48000, channels: 2)),
    ])
    let probe = try await Probe(clip.path)
    #expect(probe.tags["major_brand"] == "qt  ")
    #expect(probe.streams.map(\.codec) == ["h264", "aac"])
    #expect(try await Probe.frames(of: clip.path).map(\.time) == (0..<30).map { ExactTime(Int64($0), base: 1, 30) })
    #expect(try await FullDecode.errors(clip.path) == [])
  }

  @Test("Copied packets are the same bytes at the same times", arguments: ["mp4", "mkv", "ts"])
  func copied(_ fileExtension: String) async throws {
    let source = try await SourceClip(
      VideoClip {
        $0.fileExtension = fileExtension
        $0.videoFilters = ["setpts=N/30/TB"]
      }.spec("writing-copied"))
    let clip = try WrittenClip()
    let report = try await clip.write([
      (
        AssetWriterInput(copying: try source.stream(.video).format, timeBase: try source.stream(.video).timeBase),
        try source.packets(.video)
      ),
      (
        AssetWriterInput(copying: try source.stream(.audio).format, timeBase: try source.stream(.audio).timeBase),
        try source.packets(.audio)
      ),
    ])
    #expect(report.tracks.map(\.packetCount) == [30, try source.packets(.audio).count])
    #expect(try await FullDecode.errors(clip.path) == [])
    let frames = try await Probe.frames(of: clip.path)
    #expect(frames.count == 30)
    let original = try await Probe.frames(of: source.path)
    let offset = try #require(original.first?.time?.seconds) - (frames.first?.time?.seconds ?? 99)
    for (copy, source) in zip(frames, original) {
      let difference = (copy.time?.seconds ?? -1) - (source.time?.seconds ?? -2)
      #expect(abs(difference + offset) < 1e-5)
    }
    if fileExtension != "ts" {
      for stream in ["v:0", "a:0"] {
        let hashes = try await Probe.packets(of: clip.path, stream: stream).map(\.hash)
        #expect(try await Probe.packets(of: source.path, stream: stream).map(\.hash) == hashes)
      }
    }
    // Whatever the source's clock, sound is counted in samples.
    let sound = try await Probe.packets(of: clip.path, stream: "a:0").compactMap { $0.presentation?.ticks }
    #expect(zip(sound, sound.dropFirst()).allSatisfy { $1 - $0 == 1024 })
  }

  @Test("An input without samples is left out and reported")
  func omitted() async throws {
    let source = try await SourceClip(.noAudio)
    let clip = try WrittenClip()
    let report = try await clip.write([
      (AssetWriterInput(audio: .test()), []),
      (AssetWriterInput(video: .test(), timeBase: try source.stream(.video).timeBase), try source.pictures()),
    ])
    #expect(report.omittedInputs == [0])
    #expect(report.tracks.map(\.input) == [1])
    #expect(try await Probe(clip.path).streams.map(\.type) == ["video"])
  }

  @Test("A single picture makes a file", arguments: [nil, 30000] as [Int64?])
  func single(_ duration: Int64?) async throws {
    let source = try await SourceClip(.noAudio)
    let picture = try #require(try source.pictures().first).moved(
      to: 0, duration: duration ?? 0, timeBase: Rational(1, 90000))
    let clip = try WrittenClip()
    let report = try await clip.write([
      (AssetWriterInput(video: .test(), timeBase: Rational(1, 90000)), [picture])
    ])
    #expect(report.tracks[0].duration == MediaTime(value: duration ?? 3000, timescale: 90000))
    #expect(try await Probe.frames(of: clip.path).count == 1)
  }

  @Test(
    "Names that mean something to FFmpeg mean nothing here",
    arguments: ["a%03d.mp4", "tcp:x.mp4", "-y.mp4", "a b\n.mp4"])
  func names(_ name: String) async throws {
    let source = try await SourceClip(.noAudio)
    let clip = try WrittenClip(name: name)
    _ = try await clip.write([
      (AssetWriterInput(video: .test(), timeBase: try source.stream(.video).timeBase), try source.pictures())
    ])
    #expect(try clip.directory.contents == [name])
    #expect(try BoxTree(path: clip.path).boxes.first?.type == "ftyp")
  }
}
