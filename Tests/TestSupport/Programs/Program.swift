internal import Foundation

/// An executable that tests run from outside, such as `ffmpeg` or a program of this package.
public struct Program: Sendable, Hashable, CustomStringConvertible {
  /// Path of the executable; a name without a slash is looked up on `PATH` when the program is made.
  public let path: String

  /// Finds `name` on `PATH`, or takes it as a path if it contains a slash.
  public init(_ name: String) {
    path = name.contains("/") ? name : (Program.find(name) ?? name)
  }

  public static let ffmpeg = Program("ffmpeg")
  public static let ffprobe = Program("ffprobe")

  /// A program of this package, built into the directory of the running test binary.
  ///
  /// The test target has to depend on the executable target, or it may be missing or stale.
  public static func built(_ name: String) -> Program {
    Program(PackageRoot.productsDirectory + "/" + name)
  }

  /// Whether the file exists and may be executed.
  public var isPresent: Bool { path.contains("/") && FileManager.default.isExecutableFile(atPath: path) }

  public var description: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// Runs the program to its end and captures what it says.
  ///
  /// Never blocks a thread of the cooperative pool; a full pipe cannot stall it, both outputs are drained all the time.
  /// - Parameters:
  ///   - environment: Changes to this process's environment; `nil` removes a variable.
  ///   - timeout: After this the program's whole process group is killed and `timedOut` is set.
  /// - Throws: `TestSupportError` if it cannot be started. A failing exit code is a result, not an error.
  public func run(
    _ arguments: [String], input: ProgramInput = .nothing, output: ProgramOutput = .captured,
    errorOutput: ProgramOutput = .captured, environment: [String: String?] = [:], in directory: String? = nil,
    timeout: Duration = .seconds(60)
  ) async throws -> ProgramResult {
    let running = try start(
      arguments, input: input, output: output, errorOutput: errorOutput, environment: environment, in: directory,
      timeout: timeout)
    return await running.result()
  }

  /// Starts the program; the caller feeds it, sends it signals and awaits `result()`.
  public func start(
    _ arguments: [String], input: ProgramInput = .pipe, output: ProgramOutput = .captured,
    errorOutput: ProgramOutput = .captured, environment: [String: String?] = [:], in directory: String? = nil,
    timeout: Duration = .seconds(60)
  ) throws -> RunningProgram {
    var merged = ProcessInfo.processInfo.environment
    for (name, value) in environment { merged[name] = value }
    return try RunningProgram(
      path: path, arguments: arguments, input: input, output: output, errorOutput: errorOutput, environment: merged,
      directory: directory, timeout: timeout)
  }

  private static func find(_ name: String) -> String? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    return path.split(separator: ":").map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
