internal import CommandLineTools
internal import Export
internal import Platform
internal import Settings

/// Why something was not done: what to say, and what to end with.
struct Failure: Error {
  let exitCode: ExitCode
  /// A stable name for programs, in receipts.
  let code: String
  /// One line: *cannot <verb> '<object>': <reason>*.
  let message: String

  init(_ exitCode: ExitCode, code: String? = nil, _ message: String) {
    self.exitCode = exitCode
    self.code = code ?? "\(exitCode)"
    self.message = message.singleLine
  }

  init(_ error: CommandLineToolsError) {
    self.init(error.exitCode, code: error.code.rawValue, error.message)
  }

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
    let specification = CommandSpecification.compress
    var text = "\(specification.name): \(message)\n"
    if exitCode == .usage, code != SettingsError.Code.presetNotFound.rawValue {
      text += "Try '\(specification.name) --help'.\n"
    }
    // Where stderr is closed there is nobody to tell.
    try? StandardStream.error.write(text)
    return exitCode
  }
}
