internal import Capture
internal import CommandLineTools
internal import Recording

extension Failure {
  /// A recording that was not made.
  /// - Parameter name: The file's name as messages of the recording have it: it is shown escaped.
  init(_ error: RecordingError, name: FileName) {
    let message =
      name.text == name.escaped
      ? error.message : error.message.replacing("'\(name.text)'", with: "'\(name.escaped)'")
    let remedy = error.code == .targetExists && !message.contains("--overwrite") ? "; --overwrite replaces it" : ""
    self.init(error.code.exitCode, code: error.code.rawValue, message + remedy)
  }

  /// Devices that could not be found or asked.
  init(_ error: CaptureError) {
    self.init(error.code.exitCode, code: error.code.rawValue, error.message)
  }

  /// Tells it on stderr; the way to help follows where the command line was wrong.
  /// - Returns: `exitCode`.
  func reported(by specification: CommandSpecification = .rec) -> ExitCode {
    reported(by: specification, pointingToHelp: exitCode == .usage)
  }
}

extension RecordingError.Code {
  /// What a program ends with after this error.
  var exitCode: ExitCode {
    switch self {
    case .noDevice, .deviceRestricted, .deviceFailed, .unsupportedFormat, .unsupportedPreset, .unavailable:
      .unavailable
    case .deviceDenied: .noPermission
    case .deviceBusy: .temporaryFailure
    case .targetExists, .cannotCreate: .cannotCreate
    case .noSpace, .outputError: .inputOutput
    case .nothingRecorded: .noInput
    case .discarded: .interrupted
    case .invalidState, .internalError: .software
    }
  }
}

extension CaptureError.Code {
  /// What a program ends with after this error.
  var exitCode: ExitCode {
    switch self {
    case .noDevice, .restricted, .unsupportedFormat, .unsupportedPreset, .disconnected, .deviceFailed, .unavailable:
      .unavailable
    case .denied: .noPermission
    case .busy: .temporaryFailure
    case .invalidState: .software
    case .stopped: .interrupted
    }
  }
}

extension StopReason {
  /// What a program ends with after a recording that ended so: the file is complete in any case.
  var exitCode: ExitCode {
    switch self {
    case .requested, .maximumDuration, .maximumSize, .diskAlmostFull, .endOfInput: .ok
    case .deviceDisconnected, .deviceFailed, .outputError: .inputOutput
    }
  }
}
