extension FileName {
  /// The name in one line that a terminal can show safely and that reads back without doubt, for messages in quotes.
  ///
  /// Control characters, line and paragraph separators, characters that turn or hide text (bidirectional controls,
  /// zero-width characters), backslash and quote become escapes; bytes that are not UTF-8 become `\xHH`.
  public var escaped: String {
    var result = ""
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var position = 0
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .emptyInput:
        return result
      case .error(let length):
        for byte in bytes[position..<position + length] {
          result += "\\x" + Self.hexadecimal(UInt32(byte), digits: 2)
        }
        position += length
      case .valid(let encoded):
        position += encoded.count
        result += Self.escape(Unicode.UTF8.decode(encoded))
      }
    }
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    case "\\": "\\\\"
    case "'": "\\'"
    default:
      switch scalar.properties.generalCategory {
      case .control where scalar.value < 0x100: "\\x" + hexadecimal(scalar.value, digits: 2)
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
        "\\u{" + hexadecimal(scalar.value, digits: 4) + "}"
      default: String(Character(scalar))
      }
    }
  }

  private static func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}

/// A file's name for a message; see `FileName.escaped`.
public func escaped(_ fileName: FileName) -> String { fileName.escaped }

/// Text from outside for a message, made safe like a file's name.
public func escaped(_ text: String) -> String { FileName(unchecked: text.utf8).escaped }
