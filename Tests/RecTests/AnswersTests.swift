import Foundation
import TestSupport
import Testing

struct AnswersTests {
  @Test(
    "help, manual page and completions are those that were reviewed",
    arguments: [
      ("help.txt", ["--help"]), ("rec.1", ["--man"]), ("completion.bash", ["--completion", "bash"]),
      ("completion.zsh", ["--completion=zsh"]), ("completion.fish", ["--completion", "fish"]),
      ("calibrate-sync.txt", ["calibrate-sync", "--help"]),
    ])
  func golden(name: String, arguments: [String]) async throws {
    let result = try await Rec.program.run(arguments, environment: ["COLUMNS": nil])
    #expect(result.exitCode == 0)
    #expect(result.errorOutput.isEmpty)
    let path = PackageRoot.path + "/Tests/Goldens/rec/" + name
    if ProcessInfo.processInfo.environment["RUSHES_UPDATE_GOLDENS"] != nil {
      try FileBytes.write(result.output, to: path)
    }
    #expect(result.text == String(decoding: try FileBytes.read(path), as: UTF8.self))
  }

  @Test("the version is the program's name and a number")
  func version() async throws {
    let result = try await Rec.program.run(["--version"])
    #expect(result.exitCode == 0)
    #expect(result.text.wholeMatch(of: /rec [0-9]+\.[0-9]+\.[0-9]+\n/) != nil)
  }

  @Test("the manual page is clean roff", .needsProgram("groff"))
  func roff() async throws {
    let page = try await Rec.program.run(["--man"])
    let result = try await Program("groff").run(["-man", "-ww", "-Tutf8"], input: .bytes(page.output))
    #expect(result.exitCode == 0)
    #expect(result.errorText.isEmpty)
  }

  @Test(
    "a command line that is wrong is one line, the way to help, and 64",
    arguments: [
      ([], "cannot start: OUTPUT is missing"),
      (["clip"], "cannot use 'clip': the ending is none of .mp4, .m4v, .mov, .qt, .m4a"),
      (["clip.avi"], "cannot use 'clip.avi': the ending is none of"),
      (["-"], "cannot use '-': a recording goes to a file"),
      (["a.mp4", "b.mp4"], "cannot use 'b.mp4': only one operand is taken"),
      (["--nonsense", "a.mp4"], "cannot use '--nonsense': there is no such option"),
      (["--micro", "none", "a.mp4"], "did you mean '--microphone'?"),
      (["--max", "0", "a.mp4"], "cannot use '--max 0': expected a duration above zero"),
      (["--max", "0s", "a.mp4"], "cannot use '--max 0s': expected a duration above zero"),
      (["--max", "-5s", "a.mp4"], "cannot use '--max -5s': expected a duration above zero"),
      (["--max", "10x", "a.mp4"], "cannot use '--max 10x': expected a duration above zero"),
      (["--max"], "its value TIME is missing"),
      (["--preset", "huge", "a.mp4"], "cannot use '--preset huge': expected photo, high, medium, low, 352x288"),
      (["--size", "640", "a.mp4"], "expected an even width and height"),
      (["--size", "641x480", "a.mp4"], "expected an even width and height"),
      (["--size", "0x0", "a.mp4"], "expected an even width and height"),
      (["--fps", "0", "a.mp4"], "expected frames a second such as 30"),
      (["--fps", "30/0", "a.mp4"], "expected frames a second such as 30"),
      (
        ["--orientation", "up", "a.mp4"], "expected auto, portrait, portraitUpsideDown, landscapeRight or landscapeLeft"
      ),
      (["--bitrate", "4MB", "a.mp4"], "expected bits a second such as 4M"),
      (["--bitrate", "0", "a.mp4"], "expected bits a second such as 4M"),
      (["--crf", "52", "a.mp4"], "expected a number from 0 (lossless) to 51 (worst)"),
      (["--audio-delay", "1h", "a.mp4"], "expected milliseconds from -10000 to 10000"),
      (["--min-free", "much", "a.mp4"], "expected a size such as 500M"),
      (["--max-size", "0", "a.mp4"], "cannot use '--max-size 0': expected a size above zero"),
      (["--countdown", "0", "a.mp4"], "expected a duration above zero"),
      (["--progress", "yes", "a.mp4"], "expected auto, bar, json or none"),
      (["--list", "a.mp4"], "cannot use 'a.mp4': '--list' takes no operand"),
      (["calibrate-sync"], "CLIP is missing"),
      (["calibrate-sync", "a.mp4", "b.mp4"], "only one operand is taken"),
    ] as [([String], String)])
  func usage(arguments: [String], message: String) async throws {
    let result = try await Rec.program.run(arguments)
    #expect(result.exitCode == 64)
    #expect(result.output.isEmpty)
    #expect(result.errorLines.count == 2)
    #expect(result.errorLines.first?.hasPrefix("rec") == true)
    #expect(result.errorText.contains(message), "\(result.errorText)")
    let name = arguments.first == "calibrate-sync" ? "rec calibrate-sync" : "rec"
    #expect(result.errorLines.last == "Try '\(name) --help'.")
  }

  @Test(
    "two options that contradict each other are both named",
    arguments: [
      (["--bitrate", "4M", "--crf", "20", "a.mp4"], "--bitrate", "--crf"),
      (["--bitrate", "4M", "--rate-rule", "web", "a.mp4"], "--bitrate", "--rate-rule"),
      (["--crf", "20", "--rate-rule", "web", "a.mp4"], "--crf", "--rate-rule"),
      (["--preset", "high", "--size", "640x480", "a.mp4"], "--preset", "--size"),
      (["--no-video", "--camera", "test", "a.mp4"], "--camera", "--no-video"),
      (["--no-video", "--mirror", "a.mp4"], "--mirror", "--no-video"),
      (["--camera", "test", "a.m4a"], "--camera", "a.m4a"),
      (["--size", "640x480", "a.m4a"], "--size", "a.m4a"),
      (["--no-video", "--microphone", "none", "a.mp4"], "--microphone none", "--no-video"),
      (["--microphone", "none", "a.m4a"], "--microphone none", "a.m4a"),
      (["--microphone", "none", "--audio-delay", "40", "a.mp4"], "--audio-delay", "--microphone none"),
      (["--list", "--info"], "--list", "--info"),
    ])
  func conflicts(arguments: [String], first: String, second: String) async throws {
    let result = try await Rec.program.run(arguments)
    #expect(result.exitCode == 64)
    #expect(result.errorText.hasPrefix("rec: cannot use '\(first)' with '\(second)': "), "\(result.errorText)")
  }

  @Test("bash completes options, choices and devices", .needsProgram("bash"))
  func bash() async throws {
    func complete(_ words: String...) async throws -> [String] {
      let script = """
        source <("$0" --completion bash)
        COMP_WORDS=("$0" "$@"); COMP_CWORD=$#; _rec; printf '%s\\n' "${COMPREPLY[@]}"
        """
      return try await Program("bash").run(["-c", script, Rec.program.path] + words).lines
    }
    #expect(try await complete("--cam") == ["--camera", "--camera-format"])
    #expect(try await complete("--orientation", "l") == ["landscapeRight", "landscapeLeft"])
    #expect(try await complete("--camera", "te") == ["test"])
    #expect(try await complete("--microphone", "no") == ["none"])
  }
}
