extension CommandSpecification {
  /// The manual page in roff's man macros (man(7)), for section 1.
  public var manualPage: String {
    var lines = [
      ".TH \(name.uppercased()) 1 \"\" \"\(roff("\(name) \(version)"))\" \"User Commands\"",
      ".SH NAME", "\(roff(name)) \\- \(roff(summary))",
      ".SH SYNOPSIS", ".nf",
    ]
    lines += usage.map(roffLine) + [".fi"]
    if !description.isEmpty {
      lines += [".SH DESCRIPTION"] + description.flatMap { [".PP", roffLine($0)] }.dropFirst()
    }
    if let operands { lines += [".SH OPERANDS"] + entry("\\fI\(roff(operands.placeholder))\\fR", operands.help) }
    lines.append(".SH OPTIONS")
    for group in groups {
      lines.append(".SS \(roff(group.title))")
      lines += group.options.filter { !$0.isHidden }.flatMap { entry(heading($0), $0.fullHelp) }
    }
    lines += section("EXAMPLES", examples.flatMap { entry(roff($0.name), $0.text) })
    lines += section("EXIT STATUS", exitCodes.flatMap { entry("\\fB\(roff($0.name))\\fR", $0.text) })
    lines += section("ENVIRONMENT", environment.flatMap { entry("\\fB\(roff($0.name))\\fR", $0.text) })
    lines += section("NOTES", notes.flatMap { entry(roff($0.name), $0.text) })
    return lines.joined(separator: "\n") + "\n"
  }

  private func section(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : [".SH \(title)"] + lines
  }

  private func entry(_ heading: String, _ text: String) -> [String] {
    [".TP", protected(heading), roffLine(text)]
  }

  private func heading(_ option: OptionSpecification) -> String {
    var text = option.shortName.map { "\\fB\\-\($0)\\fR, " } ?? ""
    text += "\\fB\\-\\-\(roff(option.name))\\fR"
    if let value = option.value { text += " \\fI\(roff(value.placeholder))\\fR" }
    return text
  }

  private func roffLine(_ text: String) -> String { protected(roff(text)) }

  /// A line that begins with a dot or a quote would be a request.
  private func protected(_ line: String) -> String {
    line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
  }

  private func roff(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "\n": result += " "
      default: result.append(character)
      }
    }
  }
}
