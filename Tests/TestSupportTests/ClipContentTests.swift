import TestSupport
import Testing

@Suite(.needsFFmpeg) struct ClipContentTests {
  private func displayed(_ spec: ClipSpec) async throws -> [Double] {
    try await Probe.frames(of: try await ClipFactory.clip(spec).path).compactMap { $0.time?.seconds }
  }

  @Test("edit lists show what they say")
  func edits() async throws {
    #expect(try await displayed(.editInsideGOP).count == 21)
    #expect(try await displayed(.editAtKeyFrame).count == 15)
    #expect(try await displayed(.twoEdits).count == 21)
    #expect(try await displayed(.editEndsEarly).count == 21)
    #expect(try await displayed(.lateVideo).first == 0.25)
  }

  @Test("an edit inside a GOP shows the tenth picture first, and its sound")
  func editMoves() async throws {
    let (whole, edited) = (try await ClipFactory.clip(.corners), try await ClipFactory.clip(.editInsideGOP))
    let pictures = (try await DecodedVideo(whole), try await DecodedVideo(edited))
    #expect(try #require(pictures.1.first.psnr(to: pictures.0.frames[9])) > 60)
    #expect(try #require(pictures.1.first.psnr(to: pictures.0.frames[8])) < 60)
    let sound = AudioOffset.measure(from: try await DecodedAudio(whole), to: try await DecodedAudio(edited))
    #expect(abs(try #require(sound).milliseconds + 300) < 0.2)
  }

  @Test("variable frame times are those that are promised, the last frame held", arguments: [false, true])
  func variable(bFrames: Bool) async throws {
    let path = try await ClipFactory.clip(.variableRate(bFrames: bFrames)).path
    let times = try await Probe.frames(of: path).map(\.time)
    #expect(times == ClipSpec.variableRateTimes.map { ExactTime(Int64($0), base: 1, 1000) })
    let packets = try await Probe.packets(of: path)
    // ffmpeg 5.1 gives packets no duration where there are composition offsets; the track's tells.
    if !bFrames { #expect(packets.last?.duration == ExactTime(500, base: 1, 1000)) }
    #expect(try await Probe(path).video?.durationTicks == 1271)
    #expect(packets.contains { $0.presentation != $0.decode } == bFrames)
  }

  @Test("a browser's WebM has neither duration nor frame rate")
  func browser() async throws {
    let probe = try await Probe(try await ClipFactory.clip(.webmWithoutDuration))
    #expect(probe.duration == nil && probe.video?.duration == nil)
    #expect(try await Probe(try await ClipFactory.clip(.opus)).duration != nil)
  }

  @Test("each channel of 5.1 has its own tone")
  func surround() async throws {
    let audio = try await DecodedAudio(try await ClipFactory.clip(.surround))
    #expect(audio.channels.count == 6)
    for (channel, frequency) in ClipAudio.surroundTones.enumerated() {
      #expect(abs(audio.toneLevel(Double(frequency), channel: channel) - -12.04) < 0.5)
      #expect(audio.toneLevel(Double(frequency), channel: (channel + 1) % 6) < -50)
    }
  }

  @Test(
    "colours come out as they were made, in every format",
    arguments: ["yuv420p", "yuv422p", "yuv444p", "yuv420p10le", "gbrp", "yuvj422p"])
  func colors(format: String) async throws {
    #expect(PatchPicture.error(try await DecodedVideo(try await ClipFactory.clip(.patches(format))).first) < 6)
  }

  @Test("matrix and range matter: wrongly tagged colours are noticed")
  func wrongColors() async throws {
    let full = try await ClipFactory.clip(.patches("yuv420p", fullRange: true))
    let old = try await ClipFactory.clip(.patches("yuv420p", matrix: "smpte170m"))
    #expect(PatchPicture.error(try await DecodedVideo(full).first) < 6)
    #expect(PatchPicture.error(try await DecodedVideo(old).first) < 6)
    let directory = try TemporaryDirectory()
    for (clip, filter) in [(full, "setparams=range=tv"), (old, "setparams=colorspace=bt709")] {
      let wrong = directory.file("wrong.mkv")
      try await Program.ffmpeg.run(
        ["-v", "error", "-y", "-i", clip.path, "-vf", filter, "-c:v", "ffv1", wrong]
      ).checked()
      #expect(PatchPicture.error(try await DecodedVideo(wrong).first) > 8)
    }
  }

  @Test("grey of 203 nits has its code in PQ (58.1 %) and in HLG (75 %)", arguments: [(true, 0.581), (false, 0.75)])
  func hdr(isPQ: Bool, code: Double) async throws {
    let clip = try await ClipFactory.clip(.hdr(isPQ ? .pq : .hlg))
    let video = try #require(try await Probe(clip).video)
    #expect(video.colorPrimaries == "bt2020" && video.colorSpace == "bt2020nc" && video.colorRange == "tv")
    let grey = PatchPicture.measure(try await DecodedVideo(clip).first)[0]
    #expect(abs(grey.green / 255 - code) < 0.01, "\(grey)")
  }

  @Test("interlaced frames hold two moments: the bar is in two places")
  func interlaced() async throws {
    let frame = try await DecodedVideo(try await ClipFactory.clip(.interlaced)).frames[10]
    // The upper field has the bar at 84 ..< 108, the lower one, later, at 88 ..< 112.
    #expect(frame.color(x: 86, y: 120).luma > 180 && frame.color(x: 86, y: 121).luma < 80)
    #expect(frame.color(x: 110, y: 120).luma < 80 && frame.color(x: 110, y: 121).luma > 180)
  }

  @Test("pictures change their size in the middle of the stream")
  func parameterSets() async throws {
    let frames = try await Probe.frames(of: try await ClipFactory.clip(.parameterSetChange).path)
    #expect(frames.first?.width == 320 && frames.last?.width == 240)
  }

  @Test("HE-AAC is signalled by the decoder's configuration and doubles the rate")
  func heAAC() async throws {
    let probe = try await Probe(try await ClipFactory.clip(.heAAC))
    #expect(probe.audio?.sampleRate == 48000)
    #expect(try await FullDecode.errors(probe.path) == [])
    let frames = try await Probe.frames(of: probe.path, stream: "a:0")
    #expect(frames.contains { $0.sampleCount == 2048 })
  }

  @Test("a location is there to be removed", arguments: ClipSpec.Location.allCases)
  func location(kind: ClipSpec.Location) async throws {
    let bytes = try FileBytes.read(try await ClipFactory.clip(.location(kind)).path)
    let text = Array(ClipSpec.latitude.utf8)
    switch kind {
    case .loci: #expect(bytes.firstRange(of: Array("loci".utf8)) != nil)
    case .xyz: #expect(bytes.firstRange(of: [0xa9] + Array("xyz".utf8)) != nil && bytes.firstRange(of: text) != nil)
    case .mdta: #expect(bytes.firstRange(of: Array("mdta".utf8)) != nil && bytes.firstRange(of: text) != nil)
    }
  }

  @Test(
    "damaged clips make ffmpeg complain",
    arguments: [
      ClipSpec.corruptMiddle, .truncated, .noMoov, .offsetsOutside, .zeroDimensions, .encrypted, .empty, .text,
    ])
  func damage(spec: ClipSpec) async throws {
    #expect(try await FullDecode.errors(try await ClipFactory.clip(spec).path) != [])
  }

  @Test("a damaged middle leaves the rest to be decoded")
  func corrupt() async throws {
    let frames = try await Probe.frames(of: try await ClipFactory.clip(.corruptMiddle).path)
    #expect(frames.count > 20)
  }

  @Test("ffmpeg follows each playlist, whatever its name: that is what has to be refused")
  func playlists() async throws {
    for kind in ClipSpec.Playlist.allCases {
      #expect(try await Probe(try await ClipFactory.clip(.playlist(kind))).video?.width == 320)
    }
  }

  @Test("a changed specification is another clip, an equal one is made once")
  func digest() async throws {
    let narrow = VideoClip { $0.width = 160 }.spec("digest")
    let wide = VideoClip { $0.width = 176 }.spec("digest")
    async let first = ClipFactory.clip(narrow)
    async let again = ClipFactory.clip(narrow)
    async let other = ClipFactory.clip(wide)
    let (a, b, c) = try await (first, again, other)
    #expect(a == b && a != c)
  }
}
