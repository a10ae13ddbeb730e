import Foundation
import TestSupport
import Testing

extension LiveTests {
  @Suite(.needsFFmpeg)
  struct RecordingTests {
    private let rec: Rec

    init() throws { rec = try Rec() }

    @Test("a recording is as long as --max says, and its receipt agrees with what ffprobe sees")
    func receipt() async throws {
      let result = try await rec.run(Rec.fast + ["--max", "2s", "--json", "a.mp4"])
      #expect(result.exitCode == 0, "\(result)")
      let receipt = try result.json()
      #expect(receipt["stopReason"] as? String == "maximumDuration")
      #expect(receipt["duration"] as? Double == 2)
      #expect(receipt["file"] as? String == "a.mp4")
      let video = try #require(receipt["video"] as? [String: Any])
      #expect(video["framesWritten"] as? Int == 60)
      #expect((video["framesDropped"] as? [String: Int])?.isEmpty == true)
      #expect(
        (receipt["devices"] as? [[String: Any]])?.compactMap { $0["mediaType"] as? String } == ["video", "audio"])
      #expect(receipt["audio"] as? [String: Any] != nil)
      let size = try FileBytes.read(rec.directory.file("a.mp4")).count
      #expect(receipt["byteCount"] as? Int == size)
      let probe = try await rec.probe("a.mp4")
      #expect(probe.streams.map(\.codec) == ["h264", "aac"])
      #expect(try await FullDecode.errors(rec.directory.file("a.mp4")).isEmpty)
      #expect(result.errorLines.count == 1)
      #expect(result.errorText.hasPrefix("a.mp4: 2.0 s, 320x240 at 30.0 fps, "), "\(result.errorText)")
      #expect(result.errorText.hasSuffix(", as long as --max\n"))
      #expect(try rec.contents == ["a.mp4"])
    }

    @Test("--quiet says nothing, and standard output stays empty without --json")
    func quiet() async throws {
      let result = try await rec.run(Rec.fast + ["--max", "1s", "--quiet", "a.mov"])
      #expect(result.exitCode == 0, "\(result)")
      #expect(result.output.isEmpty)
      #expect(result.errorOutput.isEmpty)
      #expect(try rec.contents == ["a.mov"])
    }

    @Test("an ending of .m4a, and --no-video, record sound alone; --microphone none, pictures alone")
    func tracks() async throws {
      let sound = try await rec.run(["--microphone", "test:pace=fast", "--max", "1s", "a.m4a"])
      #expect(sound.exitCode == 0, "\(sound)")
      #expect(try await rec.probe("a.m4a").streams.map(\.codec) == ["aac"])
      let noVideo = try await rec.run(["--no-video", "--microphone", "test:pace=fast", "--max", "1s", "b.mp4"])
      #expect(noVideo.exitCode == 0, "\(noVideo)")
      #expect(try await rec.probe("b.mp4").streams.map(\.codec) == ["aac"])
      let camera = "test:size=320x240,pace=fast"
      let silent = try await rec.run(["--camera", camera, "--microphone", "none", "--max", "1s", "c.mp4"])
      #expect(silent.exitCode == 0, "\(silent)")
      #expect(try await rec.probe("c.mp4").streams.map(\.codec) == ["h264"])
    }

    @Test("an existing file is kept unless --overwrite says so")
    func overwriting() async throws {
      _ = try rec.directory.write("mine", to: "a.mp4")
      let refused = try await rec.run(Rec.fast + ["--max", "1s", "a.mp4"])
      #expect(refused.exitCode == 73)
      #expect(refused.errorText.contains("--overwrite"))
      #expect(try FileBytes.read(rec.directory.file("a.mp4")) == Array("mine".utf8))
      let replaced = try await rec.run(Rec.fast + ["--max", "1s", "--overwrite", "a.mp4"])
      #expect(replaced.exitCode == 0, "\(replaced)")
      #expect(try await rec.probe("a.mp4").streams.count == 2)
      #expect(try rec.contents == ["a.mp4"])
    }

    @Test("the end of standard input stops a recording that was told so")
    func endOfInput() async throws {
      let running = try rec.start(
        Rec.fast + ["--stop-on-eof", "--progress", "json", "--json", "a.mp4"], input: .pipe)
      running.write(Array("q\n".utf8))
      // Keys are a terminal's.
      #expect(await running.says(#""phase":"recording""#))
      running.closeInput()
      let result = await running.result()
      #expect(result.exitCode == 0, "\(result)")
      #expect(try result.json()["stopReason"] as? String == "requested")
      #expect(try await FullDecode.errors(rec.directory.file("a.mp4")).isEmpty)
    }

    @Test("progress for programs is one object a line, and only grows")
    func progress() async throws {
      let result = try await rec.run(Rec.fast + ["--max", "2m", "--progress", "json", "a.mp4"])
      #expect(result.exitCode == 0, "\(result)")
      let reports = try result.errorJSON()
      #expect(reports.count > 3)
      let times = reports.compactMap { $0["time"] as? Double }
      #expect(times == times.sorted())
      #expect(reports.allSatisfy { $0["maximum"] as? Double == 120 })
      #expect(reports.contains { $0["phase"] as? String == "recording" })
      let levels = try #require(reports.last?["levels"] as? [[String: Double]])
      #expect(levels.count == 1)
      #expect(reports.allSatisfy { $0["size"] is Int })
    }

    @Test("a recording without a terminal says nothing while it runs")
    func pipe() async throws {
      let result = try await rec.run(Rec.fast + ["--max", "1s", "a.mp4"])
      #expect(result.exitCode == 0, "\(result)")
      #expect(result.errorLines.count == 1)
      #expect(!result.errorText.contains("\u{1B}"))
    }

    @Test("a countdown comes first, and is no part of the recording")
    func countdown() async throws {
      let result = try await rec.run(
        Rec.fast + ["--countdown", "1s", "--max", "1s", "--progress", "json", "--json", "a.mp4"])
      #expect(result.exitCode == 0, "\(result)")
      #expect(try result.errorJSON().first?["phase"] as? String == "countdown")
      #expect(try result.json()["duration"] as? Double == 1)
    }
  }
}
