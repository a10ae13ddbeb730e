internal import Codecs
public import Platform

/// Why a recorded file cannot be read.
public struct ReadingError: Error, Sendable, CustomStringConvertible {
  public enum Code: String, Sendable {
    /// No container that is known here.
    case unsupportedContainer
    /// The bytes are damaged, end too early, or contradict each other.
    case damaged
    /// The samples are encrypted.
    case encrypted
    /// This FFmpeg has no decoder for the track.
    case unsupportedCodec
    /// Larger than the limits allow.
    case tooLarge
    /// The system refused to read or to spool.
    case inputOutput
    /// The spool has no space left.
    case noSpace
    case stopped
    /// A call at the wrong time, or an option that was refused: a programmer's mistake.
    case invalidState
  }

  public let code: Code
  /// The reason, without the file's name.
  public let message: String
  public let cause: PlatformError?

  public init(code: Code, message: String, cause: PlatformError? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  public var description: String { message }

  init(_ error: CodecsError) {
    let code: Code =
      switch error.code {
      case .unsupportedContainer: .unsupportedContainer
      case .invalidData: .damaged
      case .unsupportedCodec: .unsupportedCodec
      case .tooLarge: .tooLarge
      case .outOfMemory, .refused: .damaged
      case .inputOutput: .inputOutput
      case .noSpace: .noSpace
      case .stopped: .stopped
      }
    self.init(code: code, message: error.message, cause: error.cause)
  }

  init(_ error: PlatformError) {
    let code: Code =
      switch error.code {
      case .stopped: .stopped
      case .noSpace: .noSpace
      case .inputTooLarge: .tooLarge
      default: .inputOutput
      }
    self.init(code: code, message: error.message, cause: error)
  }
}
