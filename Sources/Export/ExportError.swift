/// Why an export was not made. Nothing was left behind.
public struct ExportError: Error, Sendable, CustomStringConvertible {
  public enum Code: String, Sendable, CaseIterable {
    case inputNotFound, inputPermissionDenied, inputIsDirectory
    /// No container that is known here, or a playlist.
    case unsupportedInput
    /// The bytes are damaged, end too early, or contradict each other.
    case damagedInput
    case encryptedInput
    /// Nothing in the file that the preset can use.
    case noUsableTrack
    /// This FFmpeg has no decoder for it, or its base layer is of no use by itself.
    case unsupportedCodec
    /// The preset does not apply to this source.
    case presetNotApplicable
    case inputTooLarge
    /// Reading failed.
    case inputError
    case targetExists
    /// Input and output are the same file.
    case sameFile
    /// The output's directory is missing or may not be written.
    case cannotCreate
    case noSpace
    /// Writing failed.
    case outputError
    /// What was written is not what was meant to be.
    case verificationFailed
    /// This FFmpeg lacks an encoder or filter, or the system a resource.
    case unavailable
    case cancelled
    case internalError

    /// Another preset may fare better with the same source.
    public var dependsOnPreset: Bool {
      switch self {
      case .presetNotApplicable, .noUsableTrack, .unsupportedCodec, .unavailable: true
      default: false
      }
    }
  }

  public let code: Code
  /// One line: *cannot export '<file>': <reason>*.
  public let message: String

  public init(code: Code, message: String) {
    self.code = code
    self.message = message
  }

  public var description: String { message }
}
