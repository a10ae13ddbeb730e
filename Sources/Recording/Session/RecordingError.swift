/// Why a recording could not be made, or not to its end.
public struct RecordingError: Error, Sendable, CustomStringConvertible {
  public enum Code: String, Sendable, CaseIterable {
    /// There is no camera or microphone, or none of that name.
    case noDevice
    case deviceDenied, deviceRestricted, deviceBusy
    /// It was unplugged, or its driver failed, before anything was recorded.
    case deviceFailed
    case unsupportedFormat, unsupportedPreset
    case targetExists
    /// The output's directory is missing or may not be written.
    case cannotCreate
    case noSpace
    /// Writing failed.
    case outputError
    /// The recording was stopped before anything came from the devices.
    case nothingRecorded
    /// The recording was thrown away because that was asked for.
    case discarded
    /// This FFmpeg lacks an encoder, or the system a resource.
    case unavailable
    case invalidState
    case internalError
  }

  public let code: Code
  /// One line: *cannot record '<file>': <reason>*.
  public let message: String

  public init(code: Code, message: String) {
    self.code = code
    self.message = message
  }

  public var description: String { message }
}
