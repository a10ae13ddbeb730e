/// A command line that fits its specification.
///
/// Options are asked for by their long names; asking for one that the specification does not have is a mistake of the
/// program and stops it.
public struct ParsedArguments: Sendable {
  /// What stood on the command line without an option in front of it; `-` is one of them.
  public let operands: [FileName]
  /// By option name; a flag that was given has an empty list.
  private let given: [String: [FileName]]
  private let known: Set<String>

  init(operands: [FileName], given: [String: [FileName]], known: Set<String>) {
    self.operands = operands
    self.given = given
    self.known = known
  }

  /// Whether the option was given at all.
  public func isGiven(_ name: String) -> Bool { values(name) != nil }

  /// The option's only value as text, repaired where it is not UTF-8.
  public func text(_ name: String) -> String? { values(name)?.first?.text }

  /// All values of an option that may be repeated, in their order, as text.
  public func texts(_ name: String) -> [String] { values(name)?.map(\.text) ?? [] }

  /// The option's only value, byte by byte.
  public func fileName(_ name: String) -> FileName? { values(name)?.first }

  /// All values of an option that may be repeated, in their order, byte by byte.
  public func fileNames(_ name: String) -> [FileName] { values(name) ?? [] }

  /// The option's only value, `nil` where it was not given.
  ///
  /// - Throws: `CommandLineToolsError` (`.invalidValue`), never where the specification names the same type.
  public func value<Value: ArgumentValue>(
    _ name: String, as type: Value.Type
  ) throws(CommandLineToolsError) -> Value? {
    guard let text = text(name) else { return nil }
    guard let value = Value(argumentText: text) else {
      throw .invalidValue(option: "--\(name)", value: text, expectation: Value.expectation)
    }
    return value
  }

  private func values(_ name: String) -> [FileName]? {
    precondition(known.contains(name), "no option '--\(name)' in the specification")
    return given[name]
  }
}

extension CommandLineToolsError {
  static func invalidValue(option: String, value: String, expectation: String) -> Self {
    Self(.invalidValue, "cannot use '\(option) \(escaped(value))': expected \(expectation)")
  }
}
