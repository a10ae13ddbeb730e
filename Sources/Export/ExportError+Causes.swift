internal import Platform
internal import Reading
internal import Writing

extension ExportError {
  /// An input that cannot be opened; the system's message already names it.
  init(opening name: String, _ error: PlatformError) {
    let code: Code =
      switch error.code {
      case .notFound: .inputNotFound
      case .permissionDenied: .inputPermissionDenied
      case .isDirectory: .inputIsDirectory
      case .inputTooLarge: .inputTooLarge
      case .noSpace: .noSpace
      case .stopped: .cancelled
      default: .inputError
      }
    self.init(code: code, message: error.message)
  }

  init(reading name: String, _ error: ReadingError) {
    let code: Code =
      switch error.code {
      case .unsupportedContainer: .unsupportedInput
      case .damaged: .damagedInput
      case .encrypted: .encryptedInput
      case .unsupportedCodec: .unsupportedCodec
      case .tooLarge: .inputTooLarge
      case .inputOutput: error.cause?.code == .isDirectory ? .inputIsDirectory : .inputError
      case .noSpace: .noSpace
      case .stopped: .cancelled
      case .invalidState: .internalError
      }
    self.init(code: code, message: code == .cancelled ? "stopped" : "cannot export '\(name)': \(error.message)")
  }

  /// An output that cannot be made; the system's message already names it.
  init(creating name: String, _ error: PlatformError) {
    let code: Code =
      switch error.code {
      case .exists: .targetExists
      case .noSpace: .noSpace
      case .stopped: .cancelled
      case .inputOutput: .outputError
      default: .cannotCreate
      }
    self.init(code: code, message: error.message)
  }

  /// - Parameter source: What the input is called: for an output that stays empty, it is to blame.
  init(writing name: String, from source: String, _ error: WritingError) {
    let code: Code =
      switch error.code {
      case .noSpace: .noSpace
      case .stopped: .cancelled
      case .verificationFailed: .verificationFailed
      case .inputOutput: .outputError
      case .unsupported, .outOfMemory: .unavailable
      case .noSamples: .damagedInput
      case .invalidState, .unsuitableSample, .encoderFailed, .muxerFailed: .internalError
      }
    switch code {
    case .cancelled: self.init(code: code, message: "stopped")
    case .damagedInput:
      self.init(code: code, message: "cannot export '\(source)': not one sample could be read")
    default: self.init(code: code, message: "cannot write '\(name)': \(error.message)")
    }
  }
}
