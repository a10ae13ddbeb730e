import CommandLineTools
import TestSupport
import Testing

struct CompletionTests {
  @Test("each shell accepts its script", arguments: Shell.allCases)
  func syntax(shell: Shell) async throws {
    let program = Program(shell.rawValue)
    try skip(unless: program)
    let result = try await program.run(
      ["-n", "/dev/stdin"], input: .bytes(Array(sample.completionScript(for: shell).utf8)))
    #expect(result.succeeded && result.errorText.isEmpty, "\(result)")
  }

  @Test(
    "bash completes names, allowed values and listed values",
    arguments: [
      (["--pr"], ["--preset", "--progress"]), (["x", "--ov"], ["--overwrite"]), (["--progress", "j"], ["json"]),
      (["--progress", "="], ["auto", "bar", "json", "none"]), (["--rate-rule", "=", "c"], ["camera"]),
      (["-p", "6"], ["640x480"]), (["--preset", "="], ["$(touch", "640x480", "High"]),
      (["--completion", "f"], ["fish"]),
      (["cl"], []), (["--output", "cl"], []), (["--", "--pr"], []), (["--secr"], []), (["--max", ""], []),
    ] as [([String], [String])])
  func bash(words: [String], expected: [String]) async throws {
    let directory = try TemporaryDirectory()
    let script = try directory.write(sample.completionScript(for: .bash), to: "completion")
    // A program whose listing holds what a shell must not run.
    let listing = try directory.write(
      "#!/bin/sh\n[ \"$1\" = --list-presets ] && printf '%s\\n' '640x480  small' High '$(touch evil)'\n", to: "shrink")
    try await Program("chmod").run(["+x", listing]).checked()
    let test = """
      source "$1"; shift
      COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
      _shrink
      printf '%s\\n' "${COMPREPLY[@]}" | while read -r word; do [[ $word ]] && eval "printf '%s\\n' $word"; done
      true
      """
    let result = try await Program("bash").run(
      ["--norc", "-c", test, "test", script, listing] + words, in: directory.path
    ).checked()
    #expect(result.lines.sorted() == expected.sorted())
    #expect(try directory.contents == ["completion", "shrink"])
  }

  @Test("bash leaves names of files to readline")
  func bashFiles() {
    #expect(sample.completionScript(for: .bash).hasSuffix("complete -o bashdefault -o default -F _shrink shrink\n"))
  }

  @Test(
    "fish completes names, allowed values and listed values",
    arguments: [
      ("shrink --pro", ["--progress"]), ("shrink --progress ", ["auto", "bar", "json", "none"]),
      ("shrink --rate-rule=c", ["--rate-rule=camera"]), ("shrink -p 6", ["640x480"]),
    ])
  func fish(line: String, expected: [String]) async throws {
    try skip(unless: Program("fish"))
    let directory = try TemporaryDirectory()
    let script = try directory.write(sample.completionScript(for: .fish), to: "completion.fish")
    let listing = try directory.write("#!/bin/sh\nprintf '%s\\n' '640x480  small' High\n", to: "shrink")
    try await Program("chmod").run(["+x", listing]).checked()
    let result = try await Program("fish").run(
      ["--no-config", "-c", "set PATH \(directory.path) $PATH; source \(script); complete -C '\(line)'"],
      environment: ["HOME": directory.path]
    ).checked()
    #expect(result.lines.map { String($0.prefix { $0 != "\t" }) } == expected)
  }

  private func skip(unless program: Program) throws {
    if !program.isPresent { try Test.cancel("\(program) is not installed") }
  }
}
