/// A piece of JSON that knows where in its text it stands.
struct JSONValue: Hashable {
  /// What it is.
  indirect enum Content: Hashable {
    case null
    case boolean(Bool)
    /// A number without fraction and exponent that fits.
    case integer(Int)
    /// Any other number, as it was written.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([JSONMember])
  }

  let content: Content
  /// Offset of its first byte.
  let offset: Int

  /// What an error message calls it.
  var description: String {
    switch content {
    case .null: "null"
    case .boolean(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .number(let text): SettingsError.visible(text, limit: 40)
    case .string(let text): "\"\(SettingsError.visible(text, limit: 40))\""
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// One key of an object, with its value.
struct JSONMember: Hashable {
  let key: String
  /// Offset of the key's first byte.
  let offset: Int
  let value: JSONValue
}

/// Where a text is not JSON, and what is wrong there.
struct JSONSyntaxError: Error, Hashable {
  let offset: Int
  let reason: String
}
