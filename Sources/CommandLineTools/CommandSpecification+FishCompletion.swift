extension CommandSpecification {
  var fishCompletion: String {
    let lines = visibleOptions.map { option -> String in
      var line = "complete -c \(name) -l \(option.name)"
      if let short = option.shortName { line += " -s \(short)" }
      switch option.value?.kind {
      case nil: break
      case .text: line += " -x"
      case .file: line += " -r"
      case .directory: line += " -x -a '(__fish_complete_directories)'"
      case .choices(let names): line += " -x -a '\(names.joined(separator: " "))'"
      case .listed(let source):
        line += " -r -a '(command \(name) --\(source) 2>/dev/null | string match -r \"^\\S+\")'"
      }
      return line + " -d \(fishQuoted(option.help))"
    }
    return "# fish completion for \(name); made by '\(name) --completion fish'\n"
      + lines.joined(separator: "\n") + "\n"
  }

  /// Inside single quotes fish knows two escapes: of the quote and of the backslash.
  private func fishQuoted(_ text: String) -> String {
    "'"
      + text.reduce(into: "") { result, character in
        if character == "'" || character == "\\" { result.append("\\") }
        result.append(character)
      } + "'"
  }
}
