/// Reads JSON strictly by RFC 8259, and keeps the places of everything for error messages.
///
/// `JSONDecoder` says no line of a mistake and takes trailing commas, wrong escapes and keys that come twice; a preset
/// written by hand deserves better. Nesting is limited, so that no text can exhaust the stack.
struct JSONParser {
  private static let maximumDepth = 32
  private let bytes: [UInt8]
  private var offset = 0
  private var depth = 0

  /// The value that the whole text is.
  static func parse(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSONValue {
    var parser = JSONParser(bytes)
    let value = try parser.value()
    parser.skipSpace()
    guard parser.next == nil else { throw parser.failure("expected the end of the text, found \(parser.found)") }
    return value
  }

  /// Line and column, from one, of an offset; a column is one Unicode scalar.
  static func position(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
    let before = bytes.prefix(offset)
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    return (line, before[lineStart...].count { $0 & 0xc0 != 0x80 } + 1)
  }

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { offset = 3 }
  }

  private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private var found: String {
    guard let next else { return "the end" }
    return (0x21...0x7e).contains(next) ? "'\(Character(UnicodeScalar(next)))'" : "byte \(next)"
  }

  private func failure(_ reason: String) -> JSONSyntaxError { JSONSyntaxError(offset: offset, reason: reason) }

  private mutating func skipSpace() {
    while let byte = next, [0x20, 0x09, 0x0a, 0x0d].contains(byte) { offset += 1 }
  }

  /// Moves past `character` if it comes next.
  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  private mutating func value() throws(JSONSyntaxError) -> JSONValue {
    skipSpace()
    let start = offset
    let content: JSONValue.Content =
      switch next {
      case UInt8(ascii: "{"): .object(try nested { parser throws(JSONSyntaxError) in try parser.members() })
      case UInt8(ascii: "["): .array(try nested { parser throws(JSONSyntaxError) in try parser.elements() })
      case UInt8(ascii: "\""): .string(try string())
      case .some(UInt8(ascii: "0")...UInt8(ascii: "9")), UInt8(ascii: "-"): try number()
      case UInt8(ascii: "t"): try literal("true", .boolean(true))
      case UInt8(ascii: "f"): try literal("false", .boolean(false))
      case UInt8(ascii: "n"): try literal("null", .null)
      default: throw failure("expected a value, found \(found)")
      }
    return JSONValue(content: content, offset: start)
  }

  private mutating func nested<Content>(
    _ body: (inout JSONParser) throws(JSONSyntaxError) -> Content
  ) throws(JSONSyntaxError) -> Content {
    guard depth < Self.maximumDepth else { throw failure("nested more than \(Self.maximumDepth) deep") }
    depth += 1
    defer { depth -= 1 }
    offset += 1
    return try body(&self)
  }

  private mutating func members() throws(JSONSyntaxError) -> [JSONMember] {
    var members: [JSONMember] = []
    skipSpace()
    if take("}") { return members }
    repeat {
      skipSpace()
      let start = offset
      guard next == UInt8(ascii: "\"") else { throw failure("expected a key in double quotes, found \(found)") }
      let key = try string()
      guard !members.contains(where: { $0.key == key }) else {
        throw JSONSyntaxError(offset: start, reason: "the key \"\(SettingsError.visible(key, limit: 40))\" comes twice")
      }
      skipSpace()
      guard take(":") else { throw failure("expected ':', found \(found)") }
      members.append(JSONMember(key: key, offset: start, value: try value()))
      skipSpace()
    } while take(",")
    guard take("}") else { throw failure("expected ',' or '}', found \(found)") }
    return members
  }

  private mutating func elements() throws(JSONSyntaxError) -> [JSONValue] {
    var elements: [JSONValue] = []
    skipSpace()
    if take("]") { return elements }
    repeat {
      elements.append(try value())
      skipSpace()
    } while take(",")
    guard take("]") else { throw failure("expected ',' or ']', found \(found)") }
    return elements
  }

  private mutating func literal(
    _ word: String, _ content: JSONValue.Content
  ) throws(JSONSyntaxError) -> JSONValue.Content {
    guard bytes[offset...].starts(with: word.utf8) else { throw failure("expected a value, found \(found)") }
    offset += word.utf8.count
    return content
  }

  private mutating func digits() -> Int {
    let start = offset
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { offset += 1 }
    return offset - start
  }

  private mutating func number() throws(JSONSyntaxError) -> JSONValue.Content {
    let start = offset
    _ = take("-")
    let leadingZero = next == UInt8(ascii: "0")
    let count = digits()
    guard count > 0, !leadingZero || count == 1 else { throw failure("expected a number without leading zeros") }
    let whole = offset
    if take("."), digits() == 0 { throw failure("expected a digit, found \(found)") }
    if take("e") || take("E") {
      if !take("-") { _ = take("+") }
      guard digits() > 0 else { throw failure("expected a digit, found \(found)") }
    }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    if whole == offset, let integer = Int(text) { return .integer(integer) }
    return .number(text)
  }

  private mutating func string() throws(JSONSyntaxError) -> String {
    let start = offset
    offset += 1
    var content: [UInt8] = []
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        offset += 1
        guard let text = String(validating: content, as: UTF8.self) else {
          throw JSONSyntaxError(offset: start, reason: "expected UTF-8 text")
        }
        return text
      case UInt8(ascii: "\\"):
        content += String(try escape()).utf8
      case ..<0x20:
        throw failure("expected the string's closing quote, found \(found)")
      default:
        content.append(byte)
        offset += 1
      }
    }
    throw JSONSyntaxError(offset: start, reason: "this string has no closing quote")
  }

  private mutating func escape() throws(JSONSyntaxError) -> Unicode.Scalar {
    offset += 1
    let simple: [(Unicode.Scalar, Unicode.Scalar)] = [
      ("\"", "\""), ("\\", "\\"), ("/", "/"), ("b", "\u{8}"), ("f", "\u{c}"), ("n", "\n"), ("r", "\r"), ("t", "\t"),
    ]
    for (letter, meaning) in simple where take(letter) { return meaning }
    guard take("u") else { throw failure("expected an escape such as \\n, found \(found)") }
    let first = try codeUnit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard (0xd800..<0xdc00).contains(first), take("\\"), take("u"), case let second = try codeUnit(),
      (0xdc00..<0xe000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + UInt32(first - 0xd800) << 10 + UInt32(second - 0xdc00))
    else { throw failure("expected a pair of surrogates") }
    return scalar
  }

  private mutating func codeUnit() throws(JSONSyntaxError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(UnicodeScalar(byte)).hexDigitValue else {
        throw failure("expected four hexadecimal digits, found \(found)")
      }
      unit = unit << 4 | UInt16(digit)
      offset += 1
    }
    return unit
  }
}
