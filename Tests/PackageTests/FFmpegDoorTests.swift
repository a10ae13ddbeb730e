import Testing

struct FFmpegDoorTests {
  @Test("only the shim asks for FFmpeg's version, and only Media and Codecs import it")
  func package() throws {
    let sources = try FFmpegDoor.sources()
    #expect(sources.contains { $0.path == FFmpegDoor.shim })
    #expect(sources.flatMap { FFmpegDoor.violations(path: $0.path, text: $0.text) } == [])
  }

  @Test(
    "a condition elsewhere is found",
    arguments: [
      "#if LIBAVUTIL_VERSION_INT >= 1", "  #elif RUSHES_AVCODEC_AT_LEAST(60, 1)", "# ifdef AV_PROFILE_X",
      "#elseif FFMPEG6",
    ])
  func condition(line: String) {
    let text = "first\n" + line
    #expect(
      FFmpegDoor.violations(path: "Sources/Media/A.swift", text: text)
        == ["Sources/Media/A.swift:2: a condition on FFmpeg's version outside Sources/CFFmpeg/shim.h"])
    #expect(FFmpegDoor.violations(path: FFmpegDoor.shim, text: text) == [])
    #expect(FFmpegDoor.violations(path: "Sources/Media/A.swift", text: "#if DEBUG\n#endif") == [])
  }

  @Test(
    "an import elsewhere is found",
    arguments: [
      "import CFFmpeg", "internal import CFFmpeg", "@preconcurrency import CFFmpeg", "import struct CFFmpeg.AVFrame",
    ])
  func imports(line: String) {
    #expect(
      FFmpegDoor.violations(path: "Sources/Export/A.swift", text: line)
        == ["Sources/Export/A.swift:1: CFFmpeg imported outside Codecs and Media"])
    #expect(FFmpegDoor.violations(path: "Benchmarks/A.swift", text: line).count == 1)
    #expect(FFmpegDoor.violations(path: "Sources/Codecs/A.swift", text: line) == [])
  }
}
