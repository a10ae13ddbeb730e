import Foundation
import Glibc
import TestSupport
import Testing

extension LiveTests {
  @Suite(.needsFFmpeg)
  struct TerminalTests {
    private let rec: Rec
    private static let escape: UInt8 = 0x1B

    init() throws { rec = try Rec() }

    /// Faster than the clock, so that a machine that is busy shows the same; pauses are of the clock.
    private func start(_ options: [String] = ["a.mp4"], devices: [String] = Rec.fast) throws -> RunningProgram {
      try rec.start(devices + ["--json"] + options, input: .terminal, errorOutput: .terminal)
    }

    @Test("the live lines tell time, rate, drops, level, size and keys, and leave nothing behind")
    func liveLines() async throws {
      let running = try start(["--max", "10h", "a.mp4"])
      #expect(await running.says(" fps"))
      running.write(Array("q".utf8))
      let result = await running.result()
      #expect(result.exitCode == 0, "\(result)")
      #expect(try result.json()["stopReason"] as? String == "requested")
      for text in [
        "\u{1B}[31m●\u{1B}[m", " of 10:00:00", " fps", " dropped", " kB", " left", " dB", "space pause", "c camera",
        "q stop",
        "esc cancel",
      ] {
        #expect(result.errorText.contains(text), "\(text)")
      }
      // The cursor is hidden once, and shown at the end.
      #expect(result.errorText.hasPrefix("\u{1B}[?25l"))
      #expect(result.errorText.components(separatedBy: "\u{1B}[?25h").count == 2)
      let last = try #require(result.errorText.components(separatedBy: "\u{1B}[J").last)
      #expect(last.replacing("\u{1B}[?25h", with: "").hasPrefix("a.mp4: "), "\(last)")
    }

    @Test("Enter ends a recording")
    func enter() async throws {
      let running = try start()
      #expect(await running.says(" fps"))
      running.write([0x0D])
      let result = await running.result()
      #expect(result.exitCode == 0, "\(result)")
      #expect(try await FullDecode.errors(rec.directory.file("a.mp4")).isEmpty)
    }

    @Test("space pauses and goes on")
    func pause() async throws {
      let running = try start(["--progress", "json", "a.mp4"], devices: Rec.test)
      #expect(await running.says(#""phase":"recording""#))
      running.write(Array(" ".utf8))
      // Longer than a picture, so that something is left out.
      #expect(await running.says(#""phase":"paused""#, times: 4))
      running.write(Array(" ".utf8))
      #expect(await running.says(#""phase":"recording""#, times: 8))
      running.write(Array("q".utf8))
      let result = await running.result()
      #expect(result.exitCode == 0, "\(result)")
      #expect(try result.json()["pauses"] as? Int == 1)
    }

    @Test("escape asks, and yes leaves nothing")
    func discard() async throws {
      let running = try start()
      #expect(await running.says(" fps"))
      running.write([Self.escape])
      #expect(await running.says("Throw this recording away? (y/n)"))
      running.write(Array("y".utf8))
      let result = await running.result()
      #expect(result.exitCode == 130, "\(result)")
      #expect((try result.json()["error"] as? [String: Any])?["code"] as? String == "discarded")
      #expect(try rec.contents.isEmpty)
    }

    @Test("without live lines the question has a line of its own")
    func questionWithoutLines() async throws {
      let running = try start(["--quiet", "a.mp4"])
      // Nothing tells that it has begun; a key is as good then.
      running.write([Self.escape])
      #expect(await running.says("Throw this recording away? (y/n)"))
      running.write(Array("y".utf8))
      let result = await running.result()
      #expect(result.exitCode == 130, "\(result)")
      #expect(try rec.contents.isEmpty)
    }

    @Test("escape asks, and no goes on as before")
    func keep() async throws {
      let running = try start(devices: Rec.test)
      #expect(await running.says(" fps"))
      running.write([Self.escape])
      #expect(await running.says("Throw this recording away? (y/n)"))
      running.write(Array("n ".utf8))
      #expect(await running.says("paused"))
      running.write(Array("q".utf8))
      let result = await running.result()
      #expect(result.exitCode == 0, "\(result)")
      #expect(try rec.contents == ["a.mp4"])
    }

    @Test("an arrow key is no escape")
    func arrow() async throws {
      let running = try start(["--max", "30s", "a.mp4"])
      #expect(await running.says(" fps"))
      running.write([Self.escape, 0x5B, 0x41])
      let result = await running.result()
      #expect(result.exitCode == 0, "\(result)")
      #expect(!result.errorText.contains("Throw this recording away"))
    }

    @Test("c goes on with the next camera")
    func switchCamera() async throws {
      let running = try rec.start(
        [
          "--camera", "test:size=320x240,rate=30", "--camera", "test:size=320x240,rate=30,seed=2", "--microphone",
          "test",
        ]
          + ["--json", "--progress", "json", "a.mp4"],
        input: .terminal, errorOutput: .terminal)
      #expect(await running.says(#""phase":"recording""#))
      running.write(Array("c".utf8))
      #expect(await running.says(#""phase":"recording""#, times: 20))
      running.write(Array("q".utf8))
      let result = await running.result()
      #expect(result.exitCode == 0, "\(result)")
      let switches = try #require(try result.json()["cameraSwitches"] as? [[String: Any]])
      #expect(switches.count == 1)
      #expect(switches.first?["to"] as? String == "test:size=320x240,rate=30,seed=2")
      #expect(try await FullDecode.errors(rec.directory.file("a.mp4")).isEmpty)
    }

    @Test("without another camera c says so, and nothing else happens")
    func noOtherCamera() async throws {
      if Machine.hasCamera { try Test.cancel("this machine has a camera") }
      let running = try start()
      #expect(await running.says(" fps"))
      running.write(Array("c".utf8))
      #expect(await running.says("there is no other camera to switch to"))
      running.write(Array("q".utf8))
      #expect(await running.result().exitCode == 0)
    }

    @Test("without colours or UTF-8 the lines are plain")
    func plain() async throws {
      let result = try await rec.run(
        Rec.fast + ["--max", "1s", "--progress", "bar", "a.mp4"], errorOutput: .terminal,
        environment: ["NO_COLOR": "1", "LC_ALL": "C"])
      #expect(result.exitCode == 0, "\(result)")
      #expect(!result.errorText.contains("\u{1B}[3"))
      #expect(result.errorOutput.allSatisfy { $0 < 0x80 })
    }

    @Test(
      "the terminal is as it was, however the program ends",
      arguments: ["TERM", "INT", "SEGV", "ABRT", "TRAP"])
    func restored(signal: String) async throws {
      let script = """
        before=$(stty -g)
        sh -c 'echo $$ >pid; exec "$rec" \(Rec.fast.joined(separator: " ")) a.mp4'
        [ "$(stty -g)" = "$before" ] && echo restored
        """
      let running = try rec.startShell(script, input: .terminal, errorOutput: .terminal)
      #expect(await running.says(" fps"))
      let identifier = String(decoding: try FileBytes.read(rec.directory.file("pid")), as: UTF8.self)
        .trimmingCharacters(in: .whitespacesAndNewlines)
      let live = try await Program("stty").run(["-a"], input: .file("/proc/\(identifier)/fd/0"))
      #expect(live.text.contains("-icanon") && live.text.contains("-echo "), "\(live.text)")
      try await Program("sh").run(["-c", "kill -\(signal) \(identifier)"]).checked()
      let result = await running.result()
      #expect(result.text.contains("restored"), "\(result)")
      #expect(result.errorText.contains("\u{1B}[?25h"))
    }
  }
}
