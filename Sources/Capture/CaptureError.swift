/// Why something cannot be captured.
public struct CaptureError: Error, Sendable, CustomStringConvertible {
  public enum Code: String, Sendable, CaseIterable {
    /// There is no device, or none of that name.
    case noDevice
    /// The system does not let this user open it.
    case denied
    /// A privacy switch or shutter keeps it from giving pictures.
    case restricted
    /// Another program holds it.
    case busy
    /// It can do nothing that was asked for.
    case unsupportedFormat
    case unsupportedPreset
    /// It was unplugged.
    case disconnected
    /// The driver reported an error.
    case deviceFailed
    /// The system lacks a thread, memory or descriptors.
    case unavailable
    /// A programmer's mistake: the call does not fit the state.
    case invalidState
    case stopped
  }

  public let code: Code
  /// One line: *cannot open camera '<device>': <reason>*, with the remedy where there is one.
  public let message: String

  public init(code: Code, message: String) {
    self.code = code
    self.message = message
  }

  public var description: String { message }
}
