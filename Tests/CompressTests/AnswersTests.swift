import Foundation
import TestSupport
import Testing

struct AnswersTests {
  @Test(
    "help, manual page and completions are those that were reviewed",
    arguments: [
      ("help.txt", ["--help"]), ("compress.1", ["--man"]), ("completion.bash", ["--completion", "bash"]),
      ("completion.zsh", ["--completion=zsh"]), ("completion.fish", ["--completion", "fish"]),
    ])
  func golden(name: String, arguments: [String]) async throws {
    let result = try await Compress.program.run(arguments, environment: ["COLUMNS": nil])
    #expect(result.exitCode == 0)
    #expect(result.errorOutput.isEmpty)
    let path = PackageRoot.path + "/Tests/Goldens/compress/" + name
    if ProcessInfo.processInfo.environment["RUSHES_UPDATE_GOLDENS"] != nil {
      try FileBytes.write(result.output, to: path)
    }
    #expect(result.text == String(decoding: try FileBytes.read(path), as: UTF8.self))
  }

  @Test("the version is the program's name and a number")
  func version() async throws {
    let result = try await Compress.program.run(["--version"])
    #expect(result.exitCode == 0)
    #expect(result.text.wholeMatch(of: /compress [0-9]+\.[0-9]+\.[0-9]+\n/) != nil)
  }

  @Test("the manual page is clean roff", .needsProgram("groff"))
  func roff() async throws {
    let page = try await Compress.program.run(["--man"])
    let result = try await Program("groff").run(["-man", "-ww", "-Tutf8"], input: .bytes(page.output))
    #expect(result.exitCode == 0)
    #expect(result.errorText.isEmpty)
  }

  @Test("bash completes options, choices and the presets' names", .needsProgram("bash"))
  func bash() async throws {
    func complete(_ words: String...) async throws -> [String] {
      let script = """
        source <("$0" --completion bash)
        COMP_WORDS=("$0" "$@"); COMP_CWORD=$#; _compress; printf '%s\\n' "${COMPREPLY[@]}"
        """
      return try await Program("bash").run(["-c", script, Compress.program.path] + words).lines
    }
    #expect(try await complete("--pro") == ["--progress"])
    #expect(try await complete("--rate-rule", "") == ["avfoundation", "web"])
    #expect(try await complete("--preset", "64") == ["640x480"])
    #expect(try await complete("--preset", "M") == ["MediumQuality"])
  }

  @Test("the presets are a table for people and an object for programs")
  func presets() async throws {
    let compress = try Compress()
    let names = [
      "LowQuality", "MediumQuality", "HighestQuality", "640x480", "960x540", "1280x720", "1920x1080", "3840x2160",
      "AppleM4A", "Passthrough",
    ]
    let table = try await compress.run("--list-presets")
    #expect(table.exitCode == 0)
    #expect(table.lines.map { String($0.prefix { $0 != " " }) } == names)
    #expect(table.lines[3] == "640x480         fits in 640x480, at most 60 frames a second")
    let listing = try #require(try await compress.run("--list-presets", "--json").json().first)
    let presets = try #require(listing["presets"] as? [[String: Any]])
    #expect(listing["schema"] as? Int == 1)
    #expect(presets.compactMap { $0["name"] as? String } == names)
    #expect(presets.compactMap { $0["container"] as? String }.contains("m4a"))
  }

  @Test("presets of one's own are listed, and one with a mistake is told of")
  func ownPresets() async throws {
    let compress = try Compress()
    let directory = compress.directory.file("config/rushes/presets")
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    let own = try FileBytes.read(PackageRoot.path + "/Presets/Data/640x480.json")
    try FileBytes.write(own, to: directory + "/mine.json")
    try FileBytes.write(Array("{ \"schema\": 1, ".utf8), to: directory + "/broken.json")
    let table = try await compress.run("--list-presets")
    #expect(table.exitCode == 78)
    #expect(table.lines.last?.hasPrefix("mine ") == true)
    #expect(table.errorLines.count == 1)
    #expect(table.errorText.contains("broken.json"))

    try await compress.put(.corners, as: "a.mp4")
    #expect(try await compress.run("--preset", "mine", "a.mp4").exitCode == 0)
    #expect(try compress.contents.contains("a-mine.mp4"))
    let broken = try await compress.run("--preset", "broken", "a.mp4")
    #expect(broken.exitCode == 78)
    #expect(broken.errorLines.count == 1)
  }

  @Test("a preset that is a link to nothing is a mistake in the settings, not in the command line")
  func danglingPreset() async throws {
    let compress = try Compress()
    let directory = compress.directory.file("config/rushes/presets")
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: directory + "/gone.json", withDestinationPath: "nowhere.json")
    for arguments in [["--list-presets"], ["--preset", "gone", "a.mp4"]] {
      let result = try await compress.shell("exec \"$compress\" \(arguments.joined(separator: " "))")
      #expect(result.exitCode == 78, "\(result)")
      #expect(result.errorLines.count == 1)
      #expect(result.errorText.contains("gone.json': "))
    }
  }

  @Test(
    "a command line that is wrong is one line, the way to help, and 64",
    arguments: [
      (["--preset", "640x480", "--nonsense"], "cannot use '--nonsense': there is no such option"),
      (["--preest", "640x480"], "there is no such option; did you mean '--preset'?"),
      (["a.mp4"], "'--preset NAME' is missing; --list-presets prints what there is, such as 640x480"),
      (["--preset"], "its value NAME is missing"),
      (["--preset", "640x480", "--rate-rule", "best", "a.mp4"], "expected avfoundation or web"),
      (["--preset", "640x480", "--orientation", "up", "a.mp4"], "expected bake or keep"),
      (["--preset", "640x480", "--progress", "yes", "a.mp4"], "expected auto, bar, json or none"),
      (["--preset", "640x480", "--max-input", "big", "a.mp4"], "expected a size such as 500M"),
      (["--preset", "640x480", "a.mp4", "b.mp4", "-o", "c.mp4"], "for 2 inputs: name a directory"),
      (["--preset", "640x480", "a.mp4", "b.mp4", "-o", "-"], "for 2 inputs: name a directory"),
      (["--preset", "640x480", "a.mp4", "-o", "c.webm"], "the ending is none of .mp4, .m4v, .mov, .qt, .m4a"),
      (["--preset", "AppleM4A", "a.mp4", "-o", "c.txt"], "'-o c.txt': the ending is none of"),
      (["--preset", "640x480", "a.mp4", "-o", "c.M4A"], "cannot use '-o c.M4A' with preset '640x480': "),
      (["--preset", "Passthrough", "--explain", "a.mp4", "-o", "c.m4a"], "'-o c.m4a' with preset 'Passthrough'"),
      (["--preset", "640x480", "-", "-"], "standard input can be read once"),
      (["--preset", "640x480", "-o", "/"], "standard input has no name"),
      (["--list-presets", "a.mp4"], "no operand is taken here"),
      (["--completion", "tcsh"], "expected bash, zsh or fish"),
      (["--compatible", "-"], "standard input is no file"),
    ])
  func usage(arguments: [String], message: String) async throws {
    let result = try await Compress.program.run(arguments)
    #expect(result.exitCode == 64)
    #expect(result.output.isEmpty)
    #expect(result.errorLines.count == 2)
    #expect(result.errorLines.first?.hasPrefix("compress: ") == true)
    #expect(result.errorText.contains(message), "\(result.errorText)")
    #expect(result.errorLines.last == "Try 'compress --help'.")
  }

  @Test("an unknown preset is 64 and names the nearest ones")
  func unknownPreset() async throws {
    let result = try await Compress.program.run(["--preset", "640x48", "a.mp4"])
    #expect(result.exitCode == 64)
    #expect(result.errorLines.count == 1)
    #expect(result.errorText.hasPrefix("compress: cannot find preset '640x48': did you mean '640x480'"))
  }
}
