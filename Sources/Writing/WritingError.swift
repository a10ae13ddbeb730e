internal import Codecs
internal import MP4
public import Platform

/// Why a file could not be written.
public struct WritingError: Error, Sendable, CustomStringConvertible {
  public enum Code: String, Sendable {
    /// A call that does not fit the writer's state: a programmer's mistake.
    case invalidState
    /// A sample that does not fit its input's settings.
    case unsuitableSample
    /// This FFmpeg lacks the encoder, or the container cannot hold the codec.
    case unsupported
    /// The encoder refused.
    case encoderFailed
    /// The container's muxer refused.
    case muxerFailed
    /// No input got a sample: there is nothing to write.
    case noSamples
    /// The disk, the quota or the allowed file size is used up.
    case noSpace
    case inputOutput
    case outOfMemory
    /// The stop signal was raised, or the appending task was cancelled.
    case stopped
    /// The file that was written is not what it should be.
    case verificationFailed
  }

  public let code: Code
  /// One line: *cannot <verb> '<object>': <reason>*.
  public let message: String
  /// What the system refused, where it was the system.
  public let cause: PlatformError?

  public init(code: Code, message: String, cause: PlatformError? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  public var description: String { message }

  static let stopped = WritingError(code: .stopped, message: "stopped", cause: nil)

  static func invalidState(_ message: String) -> WritingError {
    WritingError(code: .invalidState, message: message)
  }

  /// - Parameters:
  ///   - action: What failed, such as *cannot encode the video*.
  ///   - refusal: The code for what FFmpeg itself refused.
  init(_ error: CodecsError, doing action: String, refusal: Code) {
    let code: Code =
      switch error.code {
      case .stopped: .stopped
      case .noSpace: .noSpace
      case .outOfMemory: .outOfMemory
      case .inputOutput: .inputOutput
      case .unsupportedCodec: .unsupported
      case .unsupportedContainer, .invalidData, .tooLarge, .refused: refusal
      }
    // The system's own message names the file already.
    self.init(code: code, message: error.cause?.message ?? "\(action): \(error.message)", cause: error.cause)
  }

  init(_ error: MP4Error, doing action: String) {
    let code: Code =
      switch error.cause?.code {
      case .stopped?: .stopped
      case .noSpace?: .noSpace
      case nil: .muxerFailed
      default: .inputOutput
      }
    self.init(code: code, message: error.cause?.message ?? "\(action): \(error.message)", cause: error.cause)
  }
}
