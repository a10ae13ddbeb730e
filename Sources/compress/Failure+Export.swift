internal import CommandLineTools
internal import Export
internal import Settings

extension Failure {
  /// A preset that cannot be had.
  init(_ error: SettingsError) {
    self.init(error.code == .presetNotFound ? .usage : .configuration, code: error.code.rawValue, error.message)
  }

  /// An export that was not made.
  /// - Parameter names: The files' names as messages of the export have them: they are shown escaped.
  init(_ error: ExportError, names: [FileName]) {
    let message = names.reduce(error.message) { message, name in
      name.text == name.escaped ? message : message.replacing("'\(name.text)'", with: "'\(name.escaped)'")
    }
    let remedy = error.code == .targetExists ? "; --overwrite replaces it" : ""
    self.init(error.code.exitCode, code: error.code.rawValue, message + remedy)
  }

  /// Tells it on stderr; the way to help follows where the command line was wrong.
  /// - Returns: `exitCode`.
  func reported() -> ExitCode {
    reported(
      by: .compress,
      pointingToHelp: exitCode == .usage && code != SettingsError.Code.presetNotFound.rawValue)
  }
}
