/// What was wrong with a command line, or with writing to a standard stream.
public struct CommandLineToolsError: Error, Sendable, Equatable, CustomStringConvertible {
  public enum Code: String, Sendable {
    case unknownOption, missingValue, unexpectedValue, invalidValue, repeatedOption
    case missingOption, missingOperand, unexpectedOperand
    /// Nobody reads the other end of a pipe any more.
    case brokenPipe
    /// Writing to a standard stream failed otherwise.
    case inputOutput
  }

  public let code: Code
  /// One line: *cannot <verb> '<object>': <reason>*, with a remedy where there is one.
  public let message: String
  /// The system's error number, where there was one.
  public let errorNumber: Int32?

  public init(_ code: Code, _ message: String, errorNumber: Int32? = nil) {
    self.code = code
    self.message = message
    self.errorNumber = errorNumber
  }

  public var description: String { message }

  /// What the program should end with: `.inputOutput` where a stream failed, else `.usage`.
  public var exitCode: ExitCode {
    switch code {
    case .brokenPipe, .inputOutput: .inputOutput
    default: .usage
    }
  }
}
