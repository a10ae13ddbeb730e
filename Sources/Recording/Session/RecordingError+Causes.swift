internal import Capture
internal import Codecs
internal import Platform
internal import Reading
internal import Writing

extension RecordingError {
  init(_ error: CaptureError) {
    let code: Code =
      switch error.code {
      case .noDevice: .noDevice
      case .denied: .deviceDenied
      case .restricted: .deviceRestricted
      case .busy: .deviceBusy
      case .unsupportedFormat: .unsupportedFormat
      case .unsupportedPreset: .unsupportedPreset
      case .disconnected, .deviceFailed: .deviceFailed
      case .unavailable: .unavailable
      case .invalidState, .stopped: .internalError
      }
    self.init(code: code, message: error.message)
  }

  init(writing target: String, _ error: WritingError) {
    let code: Code =
      switch error.code {
      case .noSpace: .noSpace
      case .noSamples: .nothingRecorded
      case .inputOutput, .verificationFailed, .muxerFailed: .outputError
      case .encoderFailed: .unavailable
      default: .internalError
      }
    self.init(code: code, message: "cannot record '\(target)': \(error.message)")
  }

  init(creating error: PlatformError) {
    let code: Code =
      switch error.code {
      case .exists: .targetExists
      case .noSpace: .noSpace
      case .inputOutput: .outputError
      default: .cannotCreate
      }
    self.init(code: code, message: error.message)
  }

  init(_ error: CodecsError) {
    self.init(code: error.code == .outOfMemory ? .unavailable : .internalError, message: error.message)
  }

  /// What a recording of that name ends with.
  init(_ error: any Error, target: String) {
    switch error {
    case let error as RecordingError: self = error
    case let error as CaptureError: self.init(error)
    case let error as WritingError: self.init(writing: target, error)
    case let error as PlatformError: self.init(creating: error)
    case let error as CodecsError: self.init(error)
    case let error as ReadingError: self.init(code: .noDevice, message: error.message)
    default: self.init(code: .internalError, message: "cannot record '\(target)': \(error)")
    }
  }
}
