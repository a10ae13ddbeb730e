extension CommandSpecification {
  /// Needs nothing of the bash-completion package. Where it suggests nothing, readline completes names of files.
  ///
  /// Words are compared in the shell itself rather than by `compgen -W`, which would expand what a listing prints.
  var bashCompletion: String {
    let function = shellIdentifier
    let cases = visibleOptions.compactMap { option -> String? in
      guard let value = option.value else { return nil }
      let pattern = (option.shortName.map { ["-\($0)"] } ?? []) + ["--\(option.name)"]
      let action: String
      switch value.kind {
      case .text: action = "return"
      case .file: action = "return"
      case .directory: action = "compopt -o dirnames 2>/dev/null; return"
      case .choices(let names): action = "words=(\(names.map(shellQuoted).joined(separator: " ")))"
      case .listed(let source):
        action = "while read -r word _; do words+=(\"$word\"); done < <(\"${COMP_WORDS[0]}\" --\(source) 2>/dev/null)"
      }
      return "    \(pattern.joined(separator: "|"))) \(action) ;;"
    }
    let options = visibleOptions.map { option in
      shellQuoted("--\(option.name)") + (option.shortName.map { " " + shellQuoted("-\($0)") } ?? "")
    }
    return """
      # bash completion for \(name); made by '\(name) --completion bash'
      \(function)() {
        local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}" word
        local -a words=()
        COMPREPLY=()
        for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
          [[ $word == -- ]] && return
        done
        if [[ $current == = ]]; then
          current=
        elif [[ $previous == = ]]; then
          previous="${COMP_WORDS[COMP_CWORD-2]}"
        fi
        case $previous in
      \(cases.joined(separator: "\n"))
          *)
            [[ $current == -* ]] || return
            words=(\(options.joined(separator: " ")))
            ;;
        esac
        for word in "${words[@]}"; do
          [[ $word == "$current"* ]] && COMPREPLY+=("$(printf '%q' "$word")")
        done
      }
      complete -o bashdefault -o default -F \(function) \(name)

      """
  }

  /// The name of a shell function for this program: `_compress`.
  var shellIdentifier: String {
    "_" + name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? String($0) : "_" }.joined()
  }
}

/// A word that bash and zsh read back as it was.
func shellQuoted(_ text: String) -> String {
  let plain = text.utf8.allSatisfy { byte in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
      true
    default: false
    }
  }
  if plain, !text.isEmpty { return text }
  return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
}
