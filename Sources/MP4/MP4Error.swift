public import Platform

/// Why an ISO base media file could not be read, and where.
public struct MP4Error: Error, Sendable, CustomStringConvertible {
  /// The kind of fault.
  public enum Code: String, Sendable {
    /// The input does not begin like an MP4 or QuickTime file (or is empty).
    case notMP4
    /// A box that the format demands is not there.
    case missingBox
    /// A box that may appear once appears again.
    case duplicateBox
    /// The input, or a box, ends before what it announced.
    case truncated
    /// A size, count or value contradicts the format or another one.
    case invalid
    /// The input asks for more boxes, depth, entries or bytes than `MP4Limits` allows.
    case limitExceeded
    /// A version or feature that is not read (a compressed movie box, for one).
    case unsupported
    /// The source refused a read, or was stopped; `cause` tells.
    case unreadable
  }

  /// The kind of fault.
  public let code: Code
  /// One line: *cannot <verb> '<object>': <reason>*.
  public let message: String
  /// Where in the input the fault shows, in bytes from its start.
  public let offset: Int64?
  /// The source's own error, for `.unreadable`.
  public let cause: PlatformError?

  /// Makes an error; `message` is one line.
  public init(code: Code, message: String, offset: Int64? = nil, cause: PlatformError? = nil) {
    self.code = code
    self.message = message
    self.offset = offset
    self.cause = cause
  }

  /// The message.
  public var description: String { message }

  /// An error about one box: *cannot read box 'moov/trak' at byte 40: <reason>*.
  static func box(_ path: String, _ code: Code, at offset: Int64, _ reason: String) -> MP4Error {
    MP4Error(code: code, message: "cannot read box '\(path)' at byte \(offset): \(reason)", offset: offset)
  }

  /// True for faults of the source or of our own limits, which no reader may pass over.
  var endsReading: Bool { code == .unreadable || code == .limitExceeded }
}
