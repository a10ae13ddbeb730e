extension CommandSpecification {
  /// The text of `--help`, with lines of at most `columns` columns (40 at least).
  public func helpText(columns: Int = 80) -> String {
    let columns = max(40, columns)
    var lines = wrapped("\(name): \(summary)", columns: columns)
    lines += section("Usage", usage.map { "  \($0)" })
    for paragraph in description { lines += [""] + wrapped(paragraph, columns: columns) }
    if let operands { lines += section("Operands", row(operands.placeholder, operands.help, columns)) }
    for group in groups {
      let options = group.options.filter { !$0.isHidden }
      lines += section("\(group.title) options", options.flatMap { row($0.leftColumn, $0.fullHelp, columns) })
    }
    lines += section("Examples", examples.flatMap { ["  \($0.name)"] + indented($0.text, by: 6, columns) })
    lines += section("Exit codes", exitCodes.flatMap { row($0.name, $0.text, columns, width: 8) })
    lines += section("Environment", environment.flatMap { row($0.name, $0.text, columns) })
    for note in notes { lines += section(note.name, indented(note.text, by: 2, columns)) }
    return lines.joined(separator: "\n") + "\n"
  }

  private func section(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : ["", "\(title):"] + lines
  }

  private func indented(_ text: String, by indent: Int, _ columns: Int) -> [String] {
    wrapped(text, columns: columns - indent).map { String(repeating: " ", count: indent) + $0 }
  }

  /// A name on the left, its help on the right, in a line of its own where the name is too long.
  private func row(_ left: String, _ right: String, _ columns: Int, width: Int? = nil) -> [String] {
    let width = width ?? (columns < 60 ? 8 : 28)
    var lines = indented(right, by: width, columns)
    let name = "  \(left)"
    if name.count + 2 > width || lines.isEmpty { return [name] + lines }
    lines[0] = name + lines[0].dropFirst(name.count)
    return lines
  }
}

extension OptionSpecification {
  /// `-o, --output FILE`, with the short name's room kept where there is none.
  fileprivate var leftColumn: String {
    let names = shortName.map { "-\($0), --\(name)" } ?? "    --\(name)"
    return value.map { "\(names) \($0.placeholder)" } ?? names
  }
}
