/// What a system call refused, with what a person can do about it.
public struct PlatformError: Error, Sendable, CustomStringConvertible {
  public enum Code: String, Sendable {
    case notFound, permissionDenied, isDirectory, exists, noSpace, inputOutput, inputTooLarge, stopped, other
  }

  public let code: Code
  /// One line: *cannot <verb> '<object>': <reason>*.
  public let message: String
  /// The system's error number, where there was one.
  public let errorNumber: Int32?

  public init(code: Code, message: String, errorNumber: Int32? = nil) {
    self.code = code
    self.message = message
    self.errorNumber = errorNumber
  }

  public var description: String { message }
}
