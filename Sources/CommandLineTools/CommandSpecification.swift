/// A program's command line as data: parser, help, manual page and completions are all made of it.
public struct CommandSpecification: Sendable {
  public let name: String
  public let version: String
  /// One line, without a full stop.
  public let summary: String
  /// Whole lines, beginning with the program's name.
  public let usage: [String]
  /// Paragraphs, without line breaks.
  public let description: [String]
  public let operands: OperandSpecification?
  /// The options by group; the standard ones are appended as the last group.
  public let groups: [OptionGroup]
  /// Command and explanation.
  public let examples: [NamedText]
  /// Code and meaning.
  public let exitCodes: [NamedText]
  /// Variable and meaning.
  public let environment: [NamedText]
  /// Title and paragraph.
  public let notes: [NamedText]

  /// - Precondition: No two options share a name or a short name, none of the standard options' among them.
  public init(
    name: String, version: String, summary: String, usage: [String], description: [String] = [],
    operands: OperandSpecification? = nil, groups: [OptionGroup], examples: [NamedText] = [],
    exitCodes: [(ExitCode, String)] = [], environment: [NamedText] = [], notes: [NamedText] = []
  ) {
    self.name = name
    self.version = version
    self.summary = summary
    self.usage = usage
    self.description = description
    self.operands = operands
    self.groups = groups + [Self.standardOptions]
    self.examples = examples
    self.exitCodes = exitCodes.map { NamedText(String($0.0.rawValue), $0.1) }
    self.environment = environment
    self.notes = notes
    let options = self.groups.flatMap(\.options)
    precondition(Set(options.map(\.name)).count == options.count, "an option's name is taken twice")
    let shortNames = options.compactMap(\.shortName)
    precondition(Set(shortNames).count == shortNames.count, "an option's short name is taken twice")
  }

  /// Every option, the standard and hidden ones included.
  public var options: [OptionSpecification] { groups.flatMap(\.options) }

  var visibleOptions: [OptionSpecification] { options.filter { !$0.isHidden } }

  func option(named name: String) -> OptionSpecification? { options.first { $0.name == name } }

  func option(shortName: Character) -> OptionSpecification? { options.first { $0.shortName == shortName } }
}
