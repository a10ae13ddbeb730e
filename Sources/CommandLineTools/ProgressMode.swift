/// How a program shows how far it is, on stderr.
public enum ProgressMode: String, CaseIterable, ArgumentValue {
  /// A live line on a terminal, nothing elsewhere.
  case auto
  /// The live line, terminal or not.
  case bar
  /// One JSON object a line.
  case json
  case none

  /// What is really shown, `auto` resolved.
  public func resolved(isTerminal: Bool) -> ProgressMode {
    self == .auto ? (isTerminal ? .bar : .none) : self
  }
}
