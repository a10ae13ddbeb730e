/// Why a program did not do something: what to say, and what to end with.
public struct Failure: Error, Sendable {
  public let exitCode: ExitCode
  /// A stable name for programs, in receipts.
  public let code: String
  /// One line: *cannot <verb> '<object>': <reason>*.
  public let message: String

  /// - Parameter code: The exit code's name where `nil`.
  public init(_ exitCode: ExitCode, code: String? = nil, _ message: String) {
    self.exitCode = exitCode
    self.code = code ?? "\(exitCode)"
    self.message = message.singleLine
  }

  public init(_ error: CommandLineToolsError) {
    self.init(error.exitCode, code: error.code.rawValue, error.message)
  }

  /// Tells it on stderr.
  /// - Parameter pointsToHelp: The way to help follows.
  /// - Returns: `exitCode`.
  public func reported(by specification: CommandSpecification, pointingToHelp pointsToHelp: Bool) -> ExitCode {
    var text = "\(specification.name): \(message)\n"
    if pointsToHelp { text += "Try '\(specification.name) --help'.\n" }
    // Where stderr is closed there is nobody to tell.
    try? StandardStream.error.write(text)
    return exitCode
  }
}

extension Failure: Encodable {
  private enum Key: String, CodingKey {
    case code, exitCode, message
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(code, forKey: .code)
    try container.encode(exitCode.rawValue, forKey: .exitCode)
    try container.encode(message, forKey: .message)
  }
}
