/// What stands on the command line without an option in front of it.
public struct OperandSpecification: Sendable {
  /// What stands for it in help, in capitals.
  public let placeholder: String
  public let help: String
  /// How many there have to be.
  public let minimum: Int
  /// How many there may be, `nil` for any number.
  public let maximum: Int?

  public init(_ placeholder: String, minimum: Int = 0, maximum: Int? = nil, help: String) {
    self.placeholder = placeholder
    self.minimum = minimum
    self.maximum = maximum
    self.help = help
  }
}
