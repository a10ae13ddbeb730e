/// What a program did.
public struct ProgramResult: Sendable, CustomStringConvertible {
  /// Path and arguments, for messages.
  public let command: [String]
  /// Exit code, or `nil` if a signal ended it.
  public let exitCode: Int32?
  /// The signal that ended it, if one did.
  public let signal: Int32?
  /// Whether the timeout ended it.
  public let timedOut: Bool
  /// Standard output, if captured.
  public let output: [UInt8]
  /// Standard error, if captured.
  public let errorOutput: [UInt8]
  /// Wall-clock seconds from start to end.
  public let elapsedSeconds: Double
  /// User and system CPU seconds of the process and the children it waited for.
  public let cpuSeconds: Double
  /// Peak resident memory in bytes (`ru_maxrss`).
  public let peakMemory: Int

  public var succeeded: Bool { exitCode == 0 && !timedOut }
  public var text: String { String(decoding: output, as: UTF8.self) }
  public var errorText: String { String(decoding: errorOutput, as: UTF8.self) }
  /// Lines of standard error that are not empty.
  public var errorLines: [String] { errorText.split(whereSeparator: \.isNewline).map(String.init) }
  /// Lines of standard output that are not empty.
  public var lines: [String] { text.split(whereSeparator: \.isNewline).map(String.init) }

  public var description: String {
    let end = timedOut ? "timed out" : signal.map { "signal \($0)" } ?? "exit \(exitCode ?? -1)"
    return "\(command.joined(separator: " ")): \(end)\n\(errorText.suffix(2000))"
  }

  /// Itself, if it succeeded.
  /// - Throws: `TestSupportError` with the command and the end of its standard error.
  @discardableResult
  public func checked() throws -> ProgramResult {
    guard succeeded else { throw TestSupportError(description) }
    return self
  }
}
