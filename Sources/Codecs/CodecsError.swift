internal import CFFmpeg
public import Platform

/// What FFmpeg's libraries refused, with their own last word on it.
public struct CodecsError: Error, Sendable, CustomStringConvertible {
  public enum Code: String, Sendable {
    /// The container is none of the allowed ones.
    case unsupportedContainer
    /// The bytes are damaged or not what they claim.
    case invalidData
    /// No decoder or encoder for the codec in this FFmpeg.
    case unsupportedCodec
    /// A picture or table is larger than the limits allow.
    case tooLarge
    case outOfMemory
    case inputOutput
    case noSpace
    /// The stop signal was raised.
    case stopped
    /// An option that FFmpeg did not take, or a call it refused: our mistake.
    case refused
  }

  public let code: Code
  /// The reason, without the object's name: the caller knows what it was doing to which file.
  public let message: String
  public let cause: PlatformError?

  public init(code: Code, message: String, cause: PlatformError? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  public var description: String { message }

  /// Turns an FFmpeg result into an error.
  /// - Parameter input: The error that one of our own I/O callbacks met, which FFmpeg can only report as a number.
  init(_ status: Int32, doing action: String, input: PlatformError? = nil) {
    if let input {
      self.init(code: Self.code(for: input), message: input.message, cause: input)
      return
    }
    let text = Self.text(of: status)
    let log = FFmpegLog.takeLastLine()
    self.init(code: Self.code(for: status), message: "\(action): \(log.map { "\(text) (\($0))" } ?? text)")
  }

  private static func text(of status: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard av_strerror(status, &buffer, buffer.count) >= 0 else { return "error \(status)" }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func code(for status: Int32) -> Code {
    switch status {
    case rushes_error_exit: .stopped
    case rushes_error_no_memory: .outOfMemory
    case rushes_error_io: .inputOutput
    case rushes_error_no_space: .noSpace
    case rushes_error_invalid_data, rushes_error_eof, rushes_error_patch_welcome: .invalidData
    default: .refused
    }
  }

  private static func code(for error: PlatformError) -> Code {
    switch error.code {
    case .stopped: .stopped
    case .noSpace: .noSpace
    case .inputTooLarge: .tooLarge
    default: .inputOutput
    }
  }
}

/// Throws where `status` is one of FFmpeg's negative results.
@discardableResult
func check(_ status: Int32, _ action: String, input: PlatformError? = nil) throws(CodecsError) -> Int32 {
  guard status >= 0 else { throw CodecsError(status, doing: action, input: input) }
  return status
}

/// The object, or an out-of-memory error: FFmpeg's allocators fail for no other reason.
func allocated<T>(_ pointer: T?, _ what: String) throws(CodecsError) -> T {
  guard let pointer else { throw CodecsError(code: .outOfMemory, message: "no memory for \(what)") }
  return pointer
}
