import Foundation
import TestSupport
import Testing

/// The built program, run in a directory of its own.
struct Rec {
  static let program = Program.built("rec")
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory(named: "rec") }

  /// A camera and a microphone that need no hardware, small and quick to encode.
  static let test = ["--camera", "test:size=320x240,rate=30", "--microphone", "test"]
  /// The same, faster than real time.
  static let fast = ["--camera", "test:size=320x240,rate=30,pace=fast", "--microphone", "test:pace=fast"]

  func run(
    _ arguments: [String], input: ProgramInput = .nothing, errorOutput: ProgramOutput = .captured,
    environment: [String: String?] = [:]
  ) async throws -> ProgramResult {
    try await Self.program.run(
      arguments, input: input, errorOutput: errorOutput, environment: merged(environment), in: directory.path,
      timeout: .seconds(120))
  }

  func start(
    _ arguments: [String], input: ProgramInput = .nothing, errorOutput: ProgramOutput = .captured,
    environment: [String: String?] = [:]
  ) throws -> RunningProgram {
    try Self.program.start(
      arguments, input: input, errorOutput: errorOutput, environment: merged(environment), in: directory.path,
      timeout: .seconds(120))
  }

  /// Starts a shell script in the directory; `$rec` is the program.
  func startShell(
    _ script: String, input: ProgramInput = .nothing, errorOutput: ProgramOutput = .captured
  ) throws -> RunningProgram {
    try Program("sh").start(
      ["-c", script], input: input, errorOutput: errorOutput, environment: merged(["rec": Self.program.path]),
      in: directory.path, timeout: .seconds(120))
  }

  private func merged(_ changes: [String: String?]) -> [String: String?] {
    let own: [String: String?] = [
      "TMPDIR": directory.path, "COLUMNS": nil, "LC_ALL": "C.UTF-8", "TERM": "xterm", "NO_COLOR": nil,
      // A crash ends the program, and asks nobody what to do.
      "SWIFT_BACKTRACE": "enable=no",
    ]
    return own.merging(changes) { $1 }
  }

  /// Everything in the directory: what the program made or left.
  var contents: [String] { get throws { try directory.contents } }

  func probe(_ name: String) async throws -> Probe { try await Probe(directory.file(name)) }
}

extension ProgramResult {
  /// What standard output holds as JSON: one object in one line.
  func json() throws -> [String: Any] {
    try #require(lines.count == 1)
    return try Self.object(lines[0])
  }

  /// What standard error holds as JSON; lines that are no objects are left out.
  func errorJSON() throws -> [[String: Any]] { try errorLines.filter { $0.hasPrefix("{") }.map(Self.object) }

  private static func object(_ line: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }
}

/// What this machine has.
enum Machine {
  static let hasCamera = FileManager.default.fileExists(atPath: "/dev/video0")
  static let hasSoundCard = FileManager.default.fileExists(atPath: "/dev/snd/controlC0")
  /// For tests of what happens without devices.
  static let hasDevices: Comment = "this machine has a camera or a sound card"
}
