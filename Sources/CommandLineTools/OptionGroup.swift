/// Options that help shows under one title.
public struct OptionGroup: Sendable {
  public let title: String
  public let options: [OptionSpecification]

  public init(_ title: String, _ options: [OptionSpecification]) {
    self.title = title
    self.options = options
  }
}
