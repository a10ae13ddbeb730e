import Foundation
import TestSupport
import Testing

@Suite(.needsFFmpeg)
struct OptionTests {
  private let compress: Compress

  init() throws { compress = try Compress() }

  private func receipt(_ arguments: String...) async throws -> [String: Any] {
    let result = try await Compress.program.run(
      arguments + ["--json", "--overwrite"], in: compress.directory.path, timeout: .seconds(120))
    return try #require(try result.checked().json().first)
  }

  private func actions(_ receipt: [String: Any]) -> [String?] {
    (receipt["tracks"] as? [[String: Any]] ?? []).map { $0["action"] as? String }
  }

  @Test("what satisfies the preset is copied, unless encoding is forced")
  func forceEncode() async throws {
    try await compress.put(.corners, as: "a.mp4")
    #expect(
      actions(try await receipt("--preset", "640x480", "--rate-rule", "avfoundation", "a.mp4")) == ["copy", "copy"])
    #expect(actions(try await receipt("--preset", "640x480", "--force-encode", "a.mp4")) == ["transcode", "transcode"])
  }

  @Test("pixels are turned upright, or kept with a matrix")
  func orientation() async throws {
    try await compress.put(.corners(orientation: .right), as: "a.mp4")
    _ = try await receipt("--preset", "LowQuality", "a.mp4", "-o", "baked.mp4")
    _ = try await receipt("--preset", "LowQuality", "--orientation", "keep", "a.mp4", "-o", "kept.mp4")
    let baked = try #require(try await compress.probe("baked.mp4").video)
    let kept = try #require(try await compress.probe("kept.mp4").video)
    #expect(baked.rotation ?? 0 == 0)
    #expect(abs(kept.rotation ?? 0) == 90)
    #expect((kept.width, kept.height) == (baked.height, baked.width))
  }

  @Test("the rate rule is the one asked for")
  func rateRule() async throws {
    try await compress.put(.busy(width: 640, height: 480), as: "a.mp4")
    let plan = try #require(
      try await compress.run(
        "--preset", "640x480", "--rate-rule", "avfoundation", "--force-encode", "--explain", "--json", "a.mp4"
      )
      .json().first)
    #expect(plan["rateRule"] as? String == "avfoundation")
    let video = try #require((plan["tracks"] as? [[String: Any]])?.first)
    #expect(video["averageBitRate"] as? Int == 3_502_080)
  }

  @Test("damage is a warning, or with --strict an error that leaves nothing")
  func strict() async throws {
    try await compress.put(.corruptMiddle, as: "a.mp4")
    let tolerant = try await compress.run("--preset", "LowQuality", "a.mp4")
    #expect(tolerant.exitCode == 0, "\(tolerant)")
    #expect(tolerant.errorText.contains("warning damagedInput for 'a.mp4'"))
    let quiet = try await compress.run("--preset", "LowQuality", "--quiet", "--overwrite", "a.mp4")
    #expect(quiet.errorText.contains("warning damagedInput for 'a.mp4'"))
    #expect(quiet.errorLines.allSatisfy { $0.hasPrefix("compress: warning ") })
    let strict = try await compress.run("--preset", "LowQuality", "--strict", "--overwrite", "a.mp4", "-o", "b.mp4")
    #expect(strict.exitCode == 65, "\(strict)")
    #expect(strict.errorLines.count == 1)
    #expect(try compress.contents == ["a-LowQuality.mp4", "a.mp4"])
  }

  @Test("a preset is named without regard to case, or by its file")
  func presets() async throws {
    try await compress.put(.corners, as: "a.mp4")
    let own = try FileBytes.read(PackageRoot.path + "/Presets/Data/LowQuality.json")
    _ = try compress.directory.write(own, to: "tiny.json")
    #expect(try await receipt("--preset", "lowquality", "a.mp4")["preset"] as? String == "LowQuality")
    #expect(try await receipt("--preset", "./tiny.json", "a.mp4")["preset"] as? String == "tiny")
    #expect(try compress.contents == ["a-LowQuality.mp4", "a-tiny.mp4", "a.mp4", "tiny.json"])
  }
}
