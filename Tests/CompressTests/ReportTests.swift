import Foundation
import TestSupport
import Testing

@Suite(.needsFFmpeg)
struct ReportTests {
  private let compress: Compress

  init() throws { compress = try Compress() }

  @Test("the closing line tells sizes, saving and time, on standard error")
  func closingLine() async throws {
    try await compress.put(.busy(width: 320, height: 240, seconds: 1), as: "a.mp4")
    let result = try await compress.run("--preset", "LowQuality", "a.mp4")
    #expect(result.output.isEmpty)
    let line = try #require(result.errorLines.last)
    #expect(
      line.wholeMatch(of: /a-LowQuality\.mp4: [0-9.]+ [kM]B -> [0-9.]+ [kM]?B, [0-9]+ % smaller, [0-9.]+ s/) != nil,
      "\(line)")
    let quiet = try await compress.run("--preset", "LowQuality", "--overwrite", "-q", "a.mp4")
    #expect(quiet.exitCode == 0)
    #expect(quiet.errorOutput.isEmpty)
    #expect(quiet.output.isEmpty)
  }

  @Test("the receipt agrees with what ffprobe sees")
  func receipt() async throws {
    try await compress.put(.corners(orientation: .right), as: "a.mp4")
    let result = try await compress.run("--preset", "LowQuality", "--json", "a.mp4")
    #expect(result.exitCode == 0)
    let receipt = try #require(try result.json().first)
    let probe = try await compress.probe("a-LowQuality.mp4")
    let source = try await compress.probe("a.mp4")
    let output = try #require(receipt["output"] as? [String: Any])
    let tracks = try #require(receipt["tracks"] as? [[String: Any]])
    #expect(receipt["schema"] as? Int == 1)
    #expect(receipt["preset"] as? String == "LowQuality")
    #expect((receipt["source"] as? [String: Any])?["byteCount"] as? Int == source.size)
    #expect(output["byteCount"] as? Int == probe.size)
    #expect(output["name"] as? String == "a-LowQuality.mp4")
    #expect(abs((output["duration"] as? Double ?? 0) - (probe.duration ?? -1)) < 0.001)
    #expect(tracks.map { $0["action"] as? String } == ["transcode", "copy"])
    let video = try #require(tracks[0]["output"] as? [String: Any])
    #expect(video["width"] as? Int == probe.video?.width)
    #expect(video["height"] as? Int == probe.video?.height)
    #expect(video["packets"] as? Int == probe.video?.frameCount)
    #expect(probe.video?.rotation ?? 0 == 0)
    #expect(!(tracks[0]["reasons"] as? [[String: Any]] ?? []).isEmpty)
    #expect(receipt["warnings"] is [Any])
    #expect((receipt["timings"] as? [String: Any])?["total"] is Double)
  }

  @Test("warnings are one line each, with their codes, and stand in the receipt")
  func warnings() async throws {
    try await compress.put(.undecodableAudio, as: "a.mp4")
    let result = try await compress.run("--preset", "640x480", "--json", "a.mp4")
    #expect(result.exitCode == 0, "\(result)")
    #expect(result.errorLines.first?.hasPrefix("compress: warning undecodableTrack for 'a.mp4': ") == true, "\(result)")
    let receipt = try #require(try result.json().first)
    let codes = (receipt["warnings"] as? [[String: Any]] ?? []).map { $0["code"] as? String }
    #expect(codes.contains("undecodableTrack"))
  }

  @Test("a plan is told without anything being written, for people and for programs")
  func explain() async throws {
    try await compress.put(.corners, as: "a.mp4")
    try await compress.put(.noAudio, as: "b.mp4")
    let result = try await compress.run("--preset", "LowQuality", "--explain", "a.mp4", "b.mp4", "-o", "./")
    #expect(result.exitCode == 0)
    #expect(result.errorOutput.isEmpty)
    #expect(result.lines.first == "'a.mp4' -> './a-LowQuality.mp4', preset LowQuality")
    #expect(result.text.contains("track 0 (video, h264): transcode to H.264 170x128"), "\(result.text)")
    #expect(result.text.contains("size: "))
    let plans = try await compress.run("--preset", "LowQuality", "--explain", "--json", "a.mp4", "b.mp4").json()
    #expect(plans.map { ($0["tracks"] as? [Any])?.count } == [2, 1])
    #expect(try compress.contents == ["a.mp4", "b.mp4"])
    let missing = try await compress.run("--preset", "LowQuality", "--explain", "c.mp4")
    #expect(missing.exitCode == 66)
    #expect(missing.output.isEmpty)
  }

  @Test("which presets fit a file, and why the others do not")
  func compatible() async throws {
    let clip = try await ClipFactory.clip(.audioOnly)
    let table = try await compress.run("--compatible", clip.path)
    #expect(table.exitCode == 0)
    #expect(table.lines.count == 10)
    func line(_ preset: String) -> String { table.lines.first { $0.hasPrefix(preset + " ") } ?? "" }
    #expect(line("AppleM4A").contains(" yes "))
    #expect(line("640x480").contains("  no   it has no video"), "\(table.text)")
    let answer = try #require(try await compress.run("--compatible", clip.path, "--json").json().first)
    let presets = try #require(answer["presets"] as? [[String: Any]])
    #expect(
      presets.filter { $0["isCompatible"] as? Bool == true }.compactMap { $0["preset"] as? String } == [
        "AppleM4A", "Passthrough",
      ])
    #expect(presets.allSatisfy { ($0["isCompatible"] as? Bool == true) == ($0["plan"] != nil) })
    #expect(presets.allSatisfy { ($0["isCompatible"] as? Bool == false) == ($0["error"] != nil) })
    let one = try await compress.run("--compatible", clip.path, "--preset", "640x480")
    #expect(one.exitCode == 65)
    #expect(one.lines.count == 1)
    #expect(try await compress.run("--compatible", "missing.mp4").exitCode == 66)
    #expect(try await compress.run("--compatible", "-", input: .file(clip.path)).exitCode == 0)
  }

  @Test("a terminal gets a live line that reaches 100 % and leaves nothing behind")
  func liveLine() async throws {
    try await compress.put(.busy(width: 640, height: 480, seconds: 2), as: "a.mp4")
    let result = try await compress.run(
      "--preset", "640x480", "--force-encode", "a.mp4", errorOutput: .terminal)
    #expect(result.exitCode == 0)
    let text = result.errorText
    #expect(text.contains("a.mp4"))
    #expect(text.contains(/[0-9]+%/))
    #expect(text.contains("100%"))
    let lines = text.components(separatedBy: "\r\n").filter { !$0.isEmpty }
    #expect(lines.count == 1)
    // What the line shows last is the closing line alone: everything before it was erased.
    let shown = try #require(lines.last?.components(separatedBy: "\r\u{1B}[K").last)
    #expect(shown.hasPrefix("a-640x480.mp4: "), "\(shown)")
  }

  @Test("without a terminal there is no live line, unless it is asked for")
  func noLiveLine() async throws {
    try await compress.put(.busy(width: 320, height: 240, seconds: 1), as: "a.mp4")
    let plain = try await compress.run("--preset", "LowQuality", "a.mp4")
    #expect(plain.errorLines.count == 1)
    #expect(!plain.errorText.contains("\u{1B}"))
    let bar = try await compress.run("--preset", "LowQuality", "--overwrite", "--progress", "bar", "a.mp4")
    #expect(bar.errorText.contains("\u{1B}[K"))
    let none = try await compress.run(
      "--preset", "LowQuality", "--overwrite", "--progress", "none", "a.mp4", errorOutput: .terminal)
    #expect(!none.errorText.contains("\u{1B}"))
  }

  @Test("progress as JSON only grows and ends at 1")
  func progressJSON() async throws {
    try await compress.put(.busy(width: 640, height: 480, seconds: 2), as: "a.mp4")
    let result = try await compress.run(
      "--preset", "640x480", "--force-encode", "--progress", "json", "--quiet", "a.mp4")
    #expect(result.exitCode == 0)
    let lines = try result.errorJSON()
    #expect(lines.count == result.errorLines.count)
    let steps = lines.compactMap { $0["progress"] as? Double }
    #expect(steps.count == lines.count)
    #expect(steps.count >= 2)
    #expect(steps == steps.sorted())
    #expect(steps.last == 1)
    #expect(steps.filter { $0 == 1 }.count == 1)
    #expect(lines.last?["size"] as? Int == FileBytes.size(compress.directory.file("a-640x480.mp4")))
    #expect(lines.allSatisfy { $0["input"] as? String == "a.mp4" })
  }
}
