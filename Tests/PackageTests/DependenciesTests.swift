import TestSupport
import Testing

/// What `make deps` does on machines of other kinds, played by programs that only pretend.
struct DependenciesTests {
  /// A directory for `PATH` with the fakes and the few real programs that the script needs.
  private func machine(_ fakes: [String: String]) async throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    for name in ["bash", "env", "head", "tail", "sed", "grep", "mktemp", "rm"] {
      try await Program("ln").run(["-s", Program(name).path, directory.file(name)]).checked()
    }
    for (name, body) in fakes {
      let path = try directory.write("#!/bin/sh\n\(body)\n", to: name)
      try await Program("chmod").run(["+x", path]).checked()
    }
    return directory
  }

  private func run(on machine: TemporaryDirectory) async throws -> ProgramResult {
    try await Program(PackageRoot.path + "/.ci/dependencies").run([], environment: ["PATH": machine.path])
  }

  private let toolchain = "echo 'Swift version 6.3.1 (swift-6.3.1-RELEASE)'"

  @Test("nothing is said and nothing installed where all is there")
  func complete() async throws {
    let machine = try await machine([
      "swift": toolchain, "dpkg-query": "printf installed", "apt-get": "echo called; exit 1",
    ])
    let result = try await run(on: machine)
    #expect(result.succeeded && result.text.isEmpty && result.errorText.isEmpty, "\(result)")
  }

  @Test("only what is missing is installed, directly as root and through sudo otherwise", arguments: [0, 1000])
  func incomplete(user: Int) async throws {
    let machine = try await machine([
      "swift": toolchain, "id": "echo \(user)", "sudo": "echo sudo >> $0.log; shift; exec \"$@\"",
      "dpkg-query": "case $3 in ffmpeg|mediainfo) exit 1 ;; *) printf installed ;; esac",
      "apt-get": "echo \"$@\" >> $0.log",
    ])
    let result = try await run(on: machine)
    #expect(result.succeeded, "\(result)")
    #expect(result.text == "Installing ffmpeg mediainfo\n")
    let calls = String(decoding: try FileBytes.read(machine.file("apt-get.log")), as: UTF8.self)
    #expect(calls.hasSuffix("install --yes --no-install-recommends ffmpeg mediainfo\n"))
    #expect(try machine.contents.contains("sudo.log") == (user != 0))
  }

  @Test("what cannot be had is one line and an exit code")
  func refusals() async throws {
    let missing = "exit 1"
    let cases: [([String: String], String)] = [
      ([:], "rushes: cannot find 'swift': install a Swift toolchain, 6.1 or later,"),
      (["swift": "exit 1"], "rushes: cannot run 'swift --version'"),
      (["swift": "echo 'Swift version 5.10.1'"], "rushes: cannot build with Swift 5.10: 6.1 or later is needed"),
      (
        ["swift": toolchain], "rushes: cannot install packages without apt-get: install the development files of FFmpeg"
      ),
      (
        ["swift": toolchain, "dpkg-query": missing, "apt-get": "", "id": "echo 1000"],
        "rushes: cannot install libavformat-dev"
      ),
      (
        [
          "swift": toolchain, "dpkg-query": missing, "id": "echo 0",
          "apt-get": "echo 'Reading lists'; echo 'E: Unable to locate package libavformat-dev'; echo more; exit 100",
        ], "rushes: cannot install libavformat-dev"
      ),
    ]
    for (fakes, beginning) in cases {
      let result = try await run(on: try await machine(fakes))
      #expect(result.exitCode == 69, "\(result)")
      #expect(result.errorLines.count == 1, "\(result)")
      #expect(result.errorText.hasPrefix(beginning), "\(result)")
    }
  }
}
