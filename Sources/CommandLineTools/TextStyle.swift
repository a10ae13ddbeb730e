/// Colours of a terminal's text (ECMA-48 SGR), or none where they are not wanted.
public struct TextStyle: Sendable {
  public enum Color: Int, Sendable {
    case red = 31
    case green = 32
    case yellow = 33
  }

  private let allowsColor: Bool
  /// Characters beyond ASCII may be shown.
  public let allowsUnicode: Bool

  public init(allowsColor: Bool, allowsUnicode: Bool) {
    self.allowsColor = allowsColor
    self.allowsUnicode = allowsUnicode
  }

  /// What goes on a stream, by its terminal and the environment.
  public init(for stream: StandardStream) {
    self.init(allowsColor: stream.allowsColor, allowsUnicode: StandardStream.usesUTF8)
  }

  public func colored(_ text: String, _ color: Color) -> String {
    allowsColor ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[m" : text
  }
}
