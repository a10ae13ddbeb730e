import TestSupport
import Testing

@Suite(.needsFFmpeg) struct ProbeTests {
  @Test("streams, sizes and matrix of a made clip are read")
  func streams() async throws {
    let probe = try await Probe(try await ClipFactory.clip(.corners(orientation: .right)))
    let video = try #require(probe.video)
    #expect(video.codec == "h264" && video.codecTag == "avc1" && video.pixelFormat == "yuv420p")
    #expect(video.width == 240 && video.height == 320)
    #expect(video.rotation == -90)
    #expect(video.displayMatrix == [0, 65536, 0, -65536, 0, 0, 320 << 16, 0, 1 << 30])
    let audio = try #require(probe.audio)
    #expect(audio.codec == "aac" && audio.sampleRate == 48000 && audio.channels == 2)
    #expect(probe.complaints.isEmpty)
  }

  @Test("a copy has the packets' hashes, an encode has others")
  func hashes() async throws {
    let directory = try TemporaryDirectory()
    let clip = try await ClipFactory.clip(.corners)
    let (copy, encode) = (directory.file("copy.mp4"), directory.file("encode.mp4"))
    try await Program.ffmpeg.run(["-v", "error", "-i", clip.path, "-c", "copy", copy]).checked()
    try await Program.ffmpeg.run(["-v", "error", "-i", clip.path, "-crf", "40", encode]).checked()
    let source = try await Probe.packets(of: clip.path).map(\.hash)
    #expect(source.count == 30 && Set(source).count == 30)
    #expect(try await Probe.packets(of: copy).map(\.hash) == source)
    #expect(try await Probe.packets(of: encode).map(\.hash) != source)
  }

  @Test("a file that is no media is an error")
  func text() async throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write("hello", to: "clip.mp4")
    await #expect(throws: TestSupportError.self) { try await Probe(file) }
    #expect(try await FullDecode.errors(file) != [])
  }
}
