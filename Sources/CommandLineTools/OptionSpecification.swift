/// One option: a row of the table that the parser, the help, the manual page and the completions are made of.
public struct OptionSpecification: Sendable {
  /// What an option does to the rest of the command line.
  public enum Role: Sendable {
    case ordinary
    /// The program needs no operands and no required options with it, such as `--list-presets`.
    case standsAlone
    /// Like `standsAlone`, and what follows is not even looked at, such as `--help`.
    case endsParsing
  }

  /// Without the two dashes; also the key in `ParsedArguments`.
  public let name: String
  /// Without the dash.
  public let shortName: Character?
  /// `nil` where the option is a flag.
  public let value: ValueSpecification?
  /// Whether a value may be given more than once; a flag always may.
  public let isRepeatable: Bool
  /// Whether the program cannot do without it.
  public let isRequired: Bool
  public let role: Role
  /// Neither in help nor in completions.
  public let isHidden: Bool
  /// One or more sentences, without line breaks and without the default.
  public let help: String
  /// The default as help shows it, `nil` where there is none.
  public let defaultText: String?

  public init(
    _ name: String, short shortName: Character? = nil, value: ValueSpecification? = nil, isRepeatable: Bool = false,
    isRequired: Bool = false, role: Role = .ordinary, isHidden: Bool = false, default defaultText: String? = nil,
    help: String
  ) {
    self.name = name
    self.shortName = shortName
    self.value = value
    self.isRepeatable = isRepeatable
    self.isRequired = isRequired
    self.role = role
    self.isHidden = isHidden
    self.defaultText = defaultText
    self.help = help
  }

  /// Help with what is known besides: the allowed values and the default.
  var fullHelp: String {
    var text = help
    if case .choices(let names)? = value?.kind { text += " One of " + names.joined(separator: ", ") + "." }
    if isRepeatable { text += " May be repeated." }
    if let defaultText { text += " (default: \(defaultText))" }
    return text
  }
}
