/// Why a preset cannot be had.
public struct SettingsError: Error, Sendable, CustomStringConvertible {
  /// What kind of trouble it is.
  public enum Code: String, Sendable {
    /// No preset has this name, or there is no file at this path.
    case presetNotFound
    /// The file cannot be read, is no regular file or is too large.
    case unreadable
    /// The file is not JSON.
    case invalidJSON
    /// The file is JSON but does not describe a preset.
    case invalidPreset
  }

  /// What kind of trouble it is.
  public let code: Code
  /// One line: *cannot <verb> '<object>': <reason>*; names file, key and what was expected.
  public let message: String
  /// What the system said, where it was asked.
  public let cause: (any Error)?

  /// An error with a message that is ready to show.
  public init(code: Code, message: String, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  /// The message.
  public var description: String { message }
}

extension SettingsError {
  /// An error in a preset's text: *cannot read preset '<file>': <reason>*.
  init(code: Code, file: String, reason: String, cause: (any Error)? = nil) {
    self.init(code: code, message: "cannot read preset '\(Self.visible(file))': \(reason)", cause: cause)
  }

  /// Text from outside made fit for a message: control characters escaped, a long text cut.
  static func visible(_ text: String, limit: Int = 300) -> String {
    var result = ""
    for (count, scalar) in text.unicodeScalars.enumerated() {
      if count == limit { return result + "…" }
      result += scalar.properties.generalCategory == .control ? scalar.escaped(asASCII: true) : String(scalar)
    }
    return result
  }
}
