extension CommandSpecification {
  var zshCompletion: String {
    let function = shellIdentifier
    let arguments = visibleOptions.flatMap { option -> [String] in
      let suffix = "[\(escapedForZsh(option.help))]" + (option.value.map { zshValue($0) } ?? "")
      let repeats = option.isRepeatable ? "*" : ""
      // With a value: '--name=' takes it in the same word or the next, '-n+' likewise.
      let long = "--\(option.name)" + (option.value == nil ? "" : "=")
      var names = [repeats + long]
      if let short = option.shortName { names.append(repeats + "-\(short)" + (option.value == nil ? "" : "+")) }
      return names.map { shellQuoted($0 + suffix) }
    }
    let operands = self.operands == nil ? [] : ["'*:file:_files'"]
    return """
      #compdef \(name)
      # zsh completion for \(name); made by '\(name) --completion zsh'
      \(function)_listed() {
        local -a values
        values=(${${(f)"$(_call_program values ${(q)words[1]} --$1 2>/dev/null)"}%%[[:space:]]*})
        compadd -a values
        _files
      }
      \(function)() {
        _arguments -s -S \\
          \((arguments + operands).joined(separator: " \\\n    "))
      }
      if [[ $funcstack[1] == \(function) ]]; then
        \(function) "$@"
      elif (( $+functions[compdef] )); then
        compdef \(function) \(name)
      fi

      """
  }

  private func zshValue(_ value: ValueSpecification) -> String {
    let action: String
    switch value.kind {
    case .text: action = ""
    case .file: action = "_files"
    case .directory: action = "_files -/"
    case .choices(let names): action = "(\(names.joined(separator: " ")))"
    case .listed(let source): action = "\(shellIdentifier)_listed \(source)"
    }
    return ":\(escapedForZsh(value.placeholder)):\(action)"
  }

  /// Text inside an argument specification of `_arguments`.
  private func escapedForZsh(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      if "\\:[]".contains(character) { result.append("\\") }
      result.append(character)
    }
  }
}
