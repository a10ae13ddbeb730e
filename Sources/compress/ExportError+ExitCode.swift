internal import CommandLineTools
internal import Export

extension ExportError.Code {
  /// What a program ends with after this error.
  var exitCode: ExitCode {
    switch self {
    case .inputNotFound, .inputIsDirectory: .noInput
    case .inputPermissionDenied: .noPermission
    case .unsupportedInput, .damagedInput, .encryptedInput, .noUsableTrack, .unsupportedCodec, .presetNotApplicable,
      .inputTooLarge:
      .data
    case .targetExists, .sameFile, .cannotCreate: .cannotCreate
    case .inputError, .noSpace, .outputError: .inputOutput
    case .unavailable: .unavailable
    case .verificationFailed, .internalError: .software
    case .cancelled: .interrupted
    }
  }
}
