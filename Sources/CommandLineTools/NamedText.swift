/// A name and what is to be said about it: an example, an exit code, a variable of the environment.
public struct NamedText: Sendable {
  public let name: String
  public let text: String

  public init(_ name: String, _ text: String) {
    self.name = name
    self.text = text
  }
}
