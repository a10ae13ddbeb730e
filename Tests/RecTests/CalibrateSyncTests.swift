import Foundation
import TestSupport
import Testing

@Suite(.needsFFmpeg)
struct CalibrateSyncTests {
  private let rec: Rec

  init() throws { rec = try Rec() }

  private func calibrate(_ spec: ClipSpec, _ options: String...) async throws -> ProgramResult {
    try await rec.run(["calibrate-sync", try await ClipFactory.clip(spec).path] + options)
  }

  @Test("the delay to use is what the sound is late by, the other way", arguments: [0.0, 0.08, -0.12])
  func delay(seconds: Double) async throws {
    let result = try await calibrate(.flashAndBeep(seconds: 5.4, delay: seconds), "--json")
    #expect(result.exitCode == 0, "\(result)")
    let answer = try result.json()
    #expect((answer["pairs"] as? [Any])?.count == 5)
    let median = try #require(answer["median"] as? Double)
    #expect(abs(median - seconds) < 0.005, "\(median)")
    let found = try #require(answer["audioDelay"] as? Double)
    #expect(abs(found + seconds * 1000) < 5, "\(found)")
  }

  @Test("people get a table and the option to use; what the clip was recorded with counts")
  func text() async throws {
    let result = try await calibrate(.flashAndBeep(seconds: 5.4, delay: 0.08), "--recorded-with", "30")
    #expect(result.exitCode == 0, "\(result)")
    #expect(result.lines.count == 8)
    #expect(result.lines[0] == "flash    sound    sound is late by")
    let option = try #require(result.lines.last?.wholeMatch(of: /use --audio-delay (-?[0-9]+)/))
    #expect(abs((Int(option.1) ?? 0) + 50) < 5, "\(result.text)")
  }

  @Test("a clip in which nothing flashes, or that has no sound, is told")
  func nothing() async throws {
    let still = try await calibrate(.corners)
    #expect([65, 66].contains(still.exitCode), "\(still)")
    #expect(still.errorLines.count == 1)
    #expect(still.errorText.hasPrefix("rec calibrate-sync: cannot measure '"))
    let missing = try await rec.run(["calibrate-sync", "missing.mp4"])
    #expect(missing.exitCode == 66)
    #expect(missing.errorText.contains("'missing.mp4'"))
    let sound = try await calibrate(.audioOnly)
    #expect(sound.exitCode == 66, "\(sound)")
    #expect(sound.errorText.contains("it has no pictures"))
  }

  @Test("what rec itself records of its test devices needs no delay")
  func own() async throws {
    let recorded = try await rec.run(Rec.fast + ["--max", "6s", "a.mp4"])
    #expect(recorded.exitCode == 0, "\(recorded)")
    let result = try await rec.run(["calibrate-sync", "--json", "a.mp4"])
    #expect(result.exitCode == 0, "\(result)")
    #expect(abs(try #require(try result.json()["median"] as? Double)) <= 0.002)
  }
}
