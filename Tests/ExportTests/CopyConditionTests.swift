import Export
import Media
import Settings
import TestSupport
import Testing

/// Each reason against a copy, by its stable code.
@Suite(.needsFFmpeg)
struct CopyConditionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let code: ExportReason.Code
    let clip: ClipSpec
    var type = MediaType.video
    var preset = "640x480"
    var options = ExportOptions()

    var testDescription: String { "\(code) \(clip)" }
  }

  static let cases: [Case] = [
    Case(code: .profile, clip: .patches("yuv420p10le")), Case(code: .pixelFormat, clip: .patches("yuv420p10le")),
    Case(code: .profile, clip: .patches("yuv422p")), Case(code: .pixelFormat, clip: .patches("yuv444p")),
    Case(code: .range, clip: .patches("yuv420p", fullRange: true)), Case(code: .color, clip: .taggedPQ),
    Case(code: .interlaced, clip: .interlaced), Case(code: .aspectRatio, clip: .anamorphic),
    Case(code: .aspectRatio, clip: .nearlySquare),
    Case(code: .size, clip: .corners(width: 800, height: 600)),
    Case(code: .size, clip: .corners(width: 480, height: 720)),
    Case(code: .frameRate, clip: .oneTwenty), Case(code: .frameRate, clip: .sixtyAFrame, preset: "MediumQuality"),
    Case(code: .level, clip: .highLevel), Case(code: .orientation, clip: .corners(orientation: .right)),
    Case(code: .orientation, clip: .corners(orientation: .upMirrored), options: ExportOptions(orientation: .keep)),
    Case(code: .parameterSets, clip: .parameterSetChange), Case(code: .parameterSets, clip: .twoSampleEntries),
    Case(code: .firstFrame, clip: .lateKeyFrame), Case(code: .edits, clip: .twoEdits),
    Case(code: .edits, clip: .twoEdits, type: .audio), Case(code: .editInsideGroup, clip: .editInsideGOP),
    Case(code: .bitRate, clip: .busy(width: 320, height: 240)), Case(code: .damaged, clip: .lostPackets),
    Case(code: .channels, clip: .surround, type: .audio), Case(code: .sampleRate, clip: .aac96, type: .audio),
    Case(code: .forced, clip: .corners, options: ExportOptions(forcesEncoding: true)),
    Case(code: .forced, clip: .corners, type: .audio, options: ExportOptions(forcesEncoding: true)),
    Case(code: .codec, clip: .mp3, type: .audio), Case(code: .codec, clip: .heAAC, type: .audio),
    Case(code: .codec, clip: .tinyHEVC), Case(code: .bitRate, clip: .loudAAC, type: .audio),
    Case(code: .containerProblem, clip: .mediaTooLong),
    Case(code: .containerProblem, clip: .mediaTooLong, type: .audio),
  ]

  @Test("a copy is refused for its own reason, and the encode that is made instead plays", arguments: cases)
  func refuses(test: Case) async throws {
    let exported = try await ExportedClip(test.clip, preset: test.preset, options: test.options)
    let track = try #require(exported.track(test.type.rawValue))
    #expect(track.action == "transcode" || track.reasons.contains { $0.code == .encodeWasLarger })
    let plan = try await exportPlan(test.clip, preset: test.preset, options: test.options)
    #expect(plan.codes(test.type).contains(test.code), "\(plan.codes(test.type))")
    #expect(plan.explanation().contains { $0.contains(test.code.rawValue) })
    if [.parameterSets, .firstFrame, .damaged, .interlaced, .codec].contains(test.code) {
      #expect(try await FullDecode.errors(exported.path) == [])
    }
  }

  @Test("encrypted media is refused")
  func encrypted() async throws {
    for preset in ["640x480", "Passthrough", "AppleM4A"] {
      #expect(try await exportFailure(.encrypted, preset: preset)?.code == .encryptedInput)
    }
  }

  @Test(
    "a passthrough refuses what a copy would show wrongly",
    arguments: [
      (ClipSpec.twoEdits, ExportError.Code.presetNotApplicable), (.twoSampleEntries, .presetNotApplicable),
      (.unreadableTrack, .presetNotApplicable),
    ])
  func passthrough(spec: ClipSpec, code: ExportError.Code) async throws {
    #expect(try await exportFailure(spec, preset: "Passthrough")?.code == code)
    #expect(try await ExportedClip(spec).video?.action == "transcode")
  }
}

extension ClipSpec {
  static let taggedPQ = VideoClip {
    $0.options = ["-color_primaries", "bt2020", "-color_trc", "smpte2084", "-colorspace", "bt2020nc"]
  }.spec("tagged-pq")
  static let sixtyAFrame = VideoClip { $0.rate = "60" }.spec("sixty")
  static let highLevel = VideoClip { $0.videoCodec += ["-level", "5.2"] }.spec("high-level")
  static let aac96 = VideoClip { $0.audio?.sampleRate = 96000 }.spec("aac-96000")
  static let loudAAC = VideoClip {
    $0.audio = ClipAudio(["0.6*(random(0)-0.5)", "0.6*(random(1)-0.5)"])
    $0.audioCodec = ["aac", "-b:a", "256k"]
  }.spec("aac-256k")

  /// The format's sample entry twice.
  static let twoSampleEntries = ClipSpec.boxes(of: .corners, named: "two-sample-entries") { tree in
    var tracks = tree.tracks
    guard var entries = tracks[0]["mdia/minf/stbl/stsd"] else { throw TestSupportError("no sample entries") }
    entries.children.append(entries.children[0])
    entries.payload[7] = 2
    tracks[0]["mdia/minf/stbl/stsd"] = entries
    tree.tracks = tracks
  }

  /// Cut out of a clip between its key frames.
  static let lateKeyFrame = ClipSpec("late-key-frame", fileExtension: "mkv") { output, _ in
    let clip = try await ClipFactory.clip(.corners)
    try await Program.ffmpeg.run(
      ["-v", "error", "-y", "-i", clip.path, "-ss", "0.2", "-copyinkf", "-c", "copy", output]
    ).checked()
  }

  /// A transport stream from which a packet in the middle is missing.
  static let lostPackets = ClipSpec("lost-packets", fileExtension: "ts") { output, _ in
    let bytes = try FileBytes.read(try await ClipFactory.clip(.container("ts")).path)
    let middle = bytes.count / 188 / 2 * 188
    // One of the video's, whose identifier ffmpeg makes 0x100, in the middle of a picture.
    var position = middle
    while position + 188 < bytes.count, !(bytes[position + 1] == 0x01 && bytes[position + 2] == 0) { position += 188 }
    try FileBytes.write(Array(bytes[..<position] + bytes[(position + 188)...]), to: output)
  }

  /// The last box claims more bytes than there are.
  static let mediaTooLong = ClipSpec("media-too-long") { output, _ in
    var bytes = try FileBytes.read(try await ClipFactory.clip(.moovFirst).path)
    guard let found = bytes.firstRange(of: Array("mdat".utf8)) else { throw TestSupportError("no media") }
    bytes[found.lowerBound - 4] = 0x10
    try FileBytes.write(bytes, to: output)
  }

  /// The sound's sample descriptions are gone: libavformat reads the rest.
  static let unreadableTrack = ClipSpec.boxes(of: .corners, named: "unreadable-track") { tree in
    var tracks = tree.tracks
    tracks[1]["mdia/minf/stbl/stsd"] = nil
    tree.tracks = tracks
  }
}
