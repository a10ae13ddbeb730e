import Foundation
import TestSupport
import Testing

/// The built program, run in a directory of its own with no presets but its own.
struct Compress {
  static let program = Program.built("compress")
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory(named: "compress") }

  /// Copies a clip into the directory; its name is all that a test has to say.
  func put(_ spec: ClipSpec, as name: String) async throws {
    let clip = try await ClipFactory.clip(spec)
    try FileManager.default.copyItem(atPath: clip.path, toPath: directory.file(name))
  }

  func run(
    _ arguments: String..., input: ProgramInput = .nothing, output: ProgramOutput = .captured,
    errorOutput: ProgramOutput = .captured, environment: [String: String?] = [:]
  ) async throws -> ProgramResult {
    try await Self.program.run(
      arguments, input: input, output: output, errorOutput: errorOutput, environment: merged(environment),
      in: directory.path, timeout: .seconds(120))
  }

  func start(
    _ arguments: String..., input: ProgramInput = .nothing, output: ProgramOutput = .captured,
    errorOutput: ProgramOutput = .captured, environment: [String: String?] = [:]
  ) throws -> RunningProgram {
    try Self.program.start(
      arguments, input: input, output: output, errorOutput: errorOutput, environment: merged(environment),
      in: directory.path, timeout: .seconds(120))
  }

  /// Runs a shell script in the directory; `$compress` is the program.
  func shell(_ script: String) async throws -> ProgramResult {
    try await Program("sh").run(
      ["-c", script], environment: merged(["compress": Self.program.path]), in: directory.path, timeout: .seconds(120))
  }

  private func merged(_ changes: [String: String?]) -> [String: String?] {
    let own: [String: String?] = [
      "XDG_CONFIG_HOME": directory.file("config"), "TMPDIR": directory.path, "COLUMNS": nil, "LC_ALL": "C.UTF-8",
    ]
    return own.merging(changes) { $1 }
  }

  /// Everything in the directory that is no leftover of a test: what the program made or left.
  var contents: [String] { get throws { try directory.contents } }

  func probe(_ name: String) async throws -> Probe { try await Probe(directory.file(name)) }
}

extension ProgramResult {
  /// What standard output holds as JSON, one object a line.
  func json() throws -> [[String: Any]] { try Self.json(lines) }

  /// What standard error holds as JSON; lines that are no objects are left out.
  func errorJSON() throws -> [[String: Any]] { try Self.json(errorLines.filter { $0.hasPrefix("{") }) }

  private static func json(_ lines: [String]) throws -> [[String: Any]] {
    try lines.map { try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]) }
  }
}

extension ClipSpec {
  /// What takes seconds to encode: for stopping in the middle.
  static let long = busy(width: 640, height: 480, seconds: 8)
}
