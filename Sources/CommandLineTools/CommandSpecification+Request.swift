extension CommandSpecification {
  static let standardOptions = OptionGroup(
    "Other",
    [
      OptionSpecification("help", short: "h", role: .endsParsing, help: "Show this help."),
      OptionSpecification("version", role: .endsParsing, help: "Show the version."),
      OptionSpecification(
        "completion", value: .choices("SHELL", of: Shell.self), role: .endsParsing,
        help: "Print a completion script for a shell."),
      OptionSpecification("man", role: .endsParsing, isHidden: true, help: "Print the manual page, in roff."),
    ])

  /// Reads a command line and answers the options that every program has.
  ///
  /// - Parameters:
  ///   - arguments: Without the program's name; `FileName.arguments`.
  ///   - columns: The width that help is fitted to.
  /// - Throws: `CommandLineToolsError`, every time one that ends the program with `.usage`.
  public func request(
    for arguments: [FileName], columns: Int = 80
  ) throws(CommandLineToolsError) -> CommandRequest {
    let parsed = try ArgumentParser(specification: self).parse(arguments)
    if parsed.isGiven("help") { return .answer(helpText(columns: columns)) }
    if parsed.isGiven("version") { return .answer("\(name) \(version)\n") }
    if parsed.isGiven("man") { return .answer(manualPage) }
    if let shell = try parsed.value("completion", as: Shell.self) { return .answer(completionScript(for: shell)) }
    return .run(parsed)
  }

  /// The lines for a command line that was wrong, for stderr.
  public func usageText(for error: CommandLineToolsError) -> String {
    "\(name): \(error.message)\nTry '\(name) --help'.\n"
  }
}
