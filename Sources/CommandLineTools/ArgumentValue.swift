/// A value that an option can take.
public protocol ArgumentValue: Sendable {
  /// What the value looks like, to follow "expected": `a size such as 500M`.
  static var expectation: String { get }

  /// `nil` where the text is not such a value.
  init?(argumentText: String)
}

extension ArgumentValue where Self: RawRepresentable & CaseIterable, RawValue == String {
  public static var expectation: String { alternatives(allCases.map(\.rawValue)) }

  public init?(argumentText: String) {
    self.init(rawValue: argumentText)
  }
}

/// `a`, `a or b`, `a, b or c`.
func alternatives(_ names: [String]) -> String {
  guard let last = names.last, names.count > 1 else { return names.first ?? "" }
  return names.dropLast().joined(separator: ", ") + " or " + last
}
