/// What an option's value is, for the parser, the help and the completions.
public struct ValueSpecification: Sendable {
  /// Where a shell takes its suggestions from.
  public enum Kind: Sendable, Equatable {
    case text
    /// One of these, nothing else.
    case choices([String])
    /// The first word of each line that the program prints for this option (a long name without dashes).
    case listed(by: String)
    case file
    case directory
  }

  /// What stands for the value in help, in capitals.
  public let placeholder: String
  public let kind: Kind
  /// A value, for who gave none.
  let example: String?
  /// What the value looks like, to follow "expected" in an error.
  let expectation: String
  let isValid: @Sendable (String) -> Bool

  private init(
    _ placeholder: String, _ kind: Kind, example: String? = nil, expectation: String = "text",
    isValid: @escaping @Sendable (String) -> Bool = { _ in true }
  ) {
    self.placeholder = placeholder
    self.kind = kind
    self.example = example
    self.expectation = expectation
    self.isValid = isValid
  }

  /// Any text.
  public static func text(_ placeholder: String) -> Self { Self(placeholder, .text) }

  /// The name of a file, in any bytes.
  public static func file(_ placeholder: String) -> Self { Self(placeholder, .file) }

  /// The name of a directory, in any bytes.
  public static func directory(_ placeholder: String) -> Self { Self(placeholder, .directory) }

  /// Any text; shells suggest the first word of each line that the program prints for `option`.
  ///
  /// Where it is missing the message says so, with the example.
  public static func listed(_ placeholder: String, by option: String, example: String? = nil) -> Self {
    Self(placeholder, .listed(by: option), example: example)
  }

  /// Text that `Value` understands.
  public static func parsed<Value: ArgumentValue>(_ placeholder: String, as type: Value.Type) -> Self {
    Self(placeholder, .text, expectation: Value.expectation) { Value(argumentText: $0) != nil }
  }

  /// One of an enumeration's names.
  public static func choices<Value: ArgumentValue & CaseIterable & RawRepresentable>(
    _ placeholder: String, of type: Value.Type
  ) -> Self where Value.RawValue == String {
    let names = Value.allCases.map(\.rawValue)
    return Self(placeholder, .choices(names), expectation: Value.expectation) { names.contains($0) }
  }

  /// How to find one, to follow "is missing"; empty where nothing is known.
  var remedy: String {
    guard case .listed(let option) = kind else { return "" }
    return "; --\(option) prints what there is" + (example.map { ", such as \($0)" } ?? "")
  }

  /// Whether the value is a name whose bytes are kept, UTF-8 or not.
  var isFileName: Bool {
    switch kind {
    case .file, .directory, .listed: true
    case .text, .choices: false
    }
  }
}
