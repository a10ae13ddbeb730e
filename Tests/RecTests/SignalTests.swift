import Foundation
import Glibc
import TestSupport
import Testing

extension LiveTests {
  @Suite(.needsFFmpeg)
  struct SignalTests {
    private let rec: Rec

    init() throws { rec = try Rec() }

    @Test(
      "a signal ends a recording, and its file is complete: 0",
      arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGALRM])
    func stop(signal: Int32) async throws {
      let running = try rec.start(Rec.fast + ["--progress", "json", "--json", "a.mp4"])
      #expect(await running.says(#""phase":"recording""#))
      running.send(signal: signal)
      // A second one, while the file is being completed, does no harm.
      running.send(signal: signal)
      let result = await running.result()
      #expect(result.exitCode == 0, "\(result)")
      let receipt = try result.json()
      #expect(receipt["stopReason"] as? String == "requested")
      let written = (receipt["video"] as? [String: Any])?["framesWritten"] as? Int ?? 0
      #expect(written > 0)
      #expect(try await DecodedVideo(rec.directory.file("a.mp4")).frames.count == written)
      #expect(try await FullDecode.errors(rec.directory.file("a.mp4")).isEmpty)
      #expect(try rec.contents == ["a.mp4"])
    }

    @Test("a signal before anything was recorded leaves nothing, and is the exit code")
    func early() async throws {
      let running = try rec.start(Rec.fast + ["--countdown", "60s", "--progress", "json", "a.mp4"])
      #expect(await running.says("countdown"))
      running.send(signal: SIGTERM)
      let result = await running.result()
      #expect(result.exitCode == 143, "\(result)")
      #expect(result.errorText.contains("it was stopped before it began"))
      #expect(try rec.contents.isEmpty)
    }

    @Test("a signal that was ignored at the start stays ignored, as nohup means it")
    func ignored() async throws {
      let running = try rec.startShell(
        "trap '' HUP; exec \"$rec\" \(Rec.fast.joined(separator: " ")) --max 60s --progress json --json a.mp4")
      #expect(await running.says(#""phase":"recording""#))
      running.send(signal: SIGHUP)
      let result = await running.result()
      #expect(result.exitCode == 0, "\(result)")
      #expect(try result.json()["stopReason"] as? String == "maximumDuration")
    }

    @Test("Ctrl-Z pauses: what was while the program stood still is not in the recording")
    func suspended() async throws {
      let running = try rec.start(Rec.test + ["--progress", "json", "--json", "a.mp4"])
      #expect(await running.says(#""phase":"recording""#))
      running.send(signal: SIGTSTP)
      await stopped(running)
      // How long it stands still is what is tried here.
      try await Program("sleep").run(["0.5"]).checked()
      running.send(signal: SIGCONT)
      #expect(await running.says(#""phase":"recording""#, times: 8))
      running.send(signal: SIGINT)
      let result = await running.result()
      #expect(result.exitCode == 0, "\(result)")
      let receipt = try result.json()
      #expect(receipt["pauses"] as? Int == 1)
      #expect(try #require(receipt["pausedDuration"] as? Double) > 0.4)
      #expect(try await FullDecode.errors(rec.directory.file("a.mp4")).isEmpty)
    }

    /// Waits until the process is stopped (T in proc(5)).
    private func stopped(_ running: RunningProgram) async {
      while true {
        let status = (try? FileBytes.read("/proc/\(running.processIdentifier)/stat")) ?? []
        let fields = String(decoding: status, as: UTF8.self).split(separator: ")").last?.split(separator: " ")
        if status.isEmpty || fields?.first == "T" { return }
        await Task.yield()
      }
    }
  }
}
