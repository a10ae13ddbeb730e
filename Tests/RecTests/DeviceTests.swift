import Foundation
import TestSupport
import Testing

struct DeviceTests {
  private let rec: Rec

  init() throws { rec = try Rec() }

  @Test("without a camera the answer is one line, the way out, and 69; nothing takes its place")
  func noCamera() async throws {
    if Machine.hasCamera { try Test.cancel("this machine has a camera") }
    let result = try await rec.run(["a.mp4"])
    #expect(result.exitCode == 69)
    #expect(result.errorLines.count == 1)
    #expect(result.errorText.hasPrefix("rec: cannot record: there is no camera; "))
    #expect(result.errorText.contains("'--camera test'"))
    #expect(try rec.contents.isEmpty)
  }

  @Test("without a microphone nothing is recorded silently")
  func noMicrophone() async throws {
    if Machine.hasSoundCard { try Test.cancel("this machine has a sound card") }
    for arguments in [["--camera", "test", "a.mp4"], ["a.m4a"]] {
      let result = try await rec.run(arguments)
      #expect(result.exitCode == 69, "\(result)")
      #expect(result.errorLines.count == 1)
      #expect(result.errorText.contains("microphone"))
      #expect(result.errorText.contains("'--microphone none'"))
    }
    #expect(try rec.contents.isEmpty)
  }

  @Test("a device that is not there is told with what there is instead, and 69")
  func unknown() async throws {
    for arguments in [["--camera", "nosuch", "a.mp4"], ["--camera", "test", "--microphone", "nosuch", "a.mp4"]] {
      let result = try await rec.run(arguments)
      #expect(result.exitCode == 69, "\(result)")
      #expect(result.errorLines.count == 1)
      #expect(result.errorText.contains("'nosuch'"))
      #expect(result.errorText.contains("'test'"))
    }
    #expect(try rec.contents.isEmpty)
  }

  @Test("a list without devices is an empty object for programs, and 69")
  func emptyList() async throws {
    if Machine.hasCamera || Machine.hasSoundCard { try Test.cancel(Machine.hasDevices) }
    let table = try await rec.run(["--list"])
    #expect(table.exitCode == 69)
    #expect(table.output.isEmpty)
    #expect(table.errorLines.count == 1)
    let listing = try await rec.run(["--list", "--json"])
    #expect(listing.exitCode == 69)
    let object = try listing.json()
    #expect(object["schema"] as? Int == 1)
    #expect((object["cameras"] as? [Any])?.isEmpty == true)
    #expect((object["microphones"] as? [Any])?.isEmpty == true)
  }

  @Test("an output that cannot be made is 73, before any device is opened, and as JSON too")
  func output() async throws {
    let existing = try rec.directory.write("mine", to: "mine.mp4")
    for name in ["nowhere/a.mp4", "mine.mp4/a.mp4", "/proc/a.mp4", existing] {
      let result = try await rec.run(Rec.test + ["--max", "10s", "--json", "--progress", "json", name])
      #expect(result.exitCode == 73, "\(result)")
      // Not even one status came.
      #expect(result.errorLines.count == 1, "\(result)")
      let error = try #require(try result.json()["error"] as? [String: Any])
      #expect(error["exitCode"] as? Int == 73)
      #expect((error["message"] as? String).map { result.errorText.contains($0) } == true)
    }
    #expect(try FileBytes.read(existing) == Array("mine".utf8))
    #expect(try rec.contents == ["mine.mp4"])
  }

  @Test("an output that cannot be made is told before a countdown")
  func outputBeforeCountdown() async throws {
    let result = try await rec.run(Rec.test + ["--countdown", "60s", "--progress", "json", "nowhere/a.mp4"])
    #expect(result.exitCode == 73, "\(result)")
    #expect(result.errorLines.count == 1)
    #expect(try rec.contents.isEmpty)
  }

  @Test("a clip is played as camera and microphone; one without sound says how to go without", .needsFFmpeg)
  func clip() async throws {
    let clip = try await ClipFactory.clip(.flashAndBeep())
    let played = try await rec.run(["--camera", "file:\(clip.path)", "--json", "a.mp4"])
    #expect(played.exitCode == 0, "\(played)")
    #expect(try played.json()["stopReason"] as? String == "endOfInput")
    #expect(try await rec.probe("a.mp4").streams.map(\.codec) == ["h264", "aac"])
    let silent = rec.directory.file("silent.mp4")
    try await Program.ffmpeg.run(["-v", "error", "-i", clip.path, "-an", "-c", "copy", silent]).checked()
    let refused = try await rec.run(["--camera", "file:\(silent)", "b.mp4"])
    #expect(refused.exitCode == 69, "\(refused)")
    #expect(refused.errorText.hasSuffix("'--microphone none' records the pictures alone\n"), "\(refused.errorText)")
    #expect(try rec.contents == ["a.mp4", "silent.mp4"])
  }

  @Test("what a camera cannot do is 69, with what it can")
  func impossible() async throws {
    let size = try await rec.run(Rec.test + ["--size", "640x480", "a.mp4"])
    #expect(size.exitCode == 69, "\(size)")
    #expect(size.errorText.contains("320x240"))
    let format = try await rec.run(Rec.test + ["--camera-format", "ABCD", "a.mp4"])
    #expect(format.exitCode == 69, "\(format)")
    #expect(format.errorText.contains("'ABCD': it has "), "\(format)")
    let preset = try await rec.run(Rec.test + ["--preset", "1280x720", "a.mp4"])
    #expect(preset.exitCode == 69, "\(preset)")
    #expect(preset.errorText.contains("medium, low"))
    #expect(try rec.contents.isEmpty)
  }

  @Test("what would be recorded is told without recording, for people and for programs")
  func outline() async throws {
    let arguments = Rec.test + ["--info", "--orientation", "portrait", "--max", "10s", "a.mp4"]
    let table = try await rec.run(arguments)
    #expect(table.exitCode == 0, "\(table)")
    #expect(table.text.contains(" 240x320, 30 fps\n"), "\(table.text)")
    #expect(table.text.contains("90 degrees clockwise, by the player"))
    let object = try await rec.run(arguments + ["--json"]).json()
    let video = try #require(object["video"] as? [String: Any])
    #expect(video["codedSize"] as? String == "320x240")
    #expect(video["displaySize"] as? String == "240x320")
    #expect((video["orientation"] as? [String: Any])?["matrixRotation"] as? Int == 90)
    #expect((object["audio"] as? [String: Any])?["sampleRate"] as? Int == 48000)
    #expect(object["maximumDuration"] as? Double == 10)
    #expect(object["file"] as? String == "a.mp4")
    #expect(try rec.contents.isEmpty)
  }
}
