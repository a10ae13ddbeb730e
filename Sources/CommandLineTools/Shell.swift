/// A shell that completion scripts can be made for.
public enum Shell: String, CaseIterable, ArgumentValue {
  case bash, zsh, fish
}

extension CommandSpecification {
  /// The script that completes this program's command line.
  ///
  /// Bash: `source` it, or install it as `share/bash-completion/completions/NAME`. Zsh: as `_NAME` in a directory of
  /// `$fpath`. Fish: as `share/fish/vendor_completions.d/NAME.fish`.
  public func completionScript(for shell: Shell) -> String {
    switch shell {
    case .bash: bashCompletion
    case .zsh: zshCompletion
    case .fish: fishCompletion
    }
  }
}
