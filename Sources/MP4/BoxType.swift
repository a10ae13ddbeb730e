/// A four-character code: a box's type, or any other such name of the format (brand, handler, sample entry).
///
/// The bytes are read as Latin-1, so that QuickTime's `©xyz` (0xA9 first) can be written as it is spoken.
public struct BoxType: RawRepresentable, Hashable, Sendable {
  /// The four bytes, first byte highest.
  public let rawValue: UInt32

  /// Takes the four bytes, first byte highest.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Takes four characters, each one byte in Latin-1; nil for anything else.
  public init?(text: String) {
    var value: UInt32 = 0
    var count = 0
    for scalar in text.unicodeScalars {
      guard scalar.value <= 0xFF, count < 4 else { return nil }
      value = value << 8 | scalar.value
      count += 1
    }
    guard count == 4 else { return nil }
    rawValue = value
  }
}

extension BoxType: ExpressibleByStringLiteral {
  /// A literal of four Latin-1 characters; anything else is a programmer's mistake.
  public init(stringLiteral text: String) {
    guard let type = BoxType(text: text) else { preconditionFailure("'\(text)' is not a four-character code") }
    self = type
  }
}

extension BoxType: CustomStringConvertible {
  /// The four characters; what does not print (and the path's own separators) appears as `\xNN`.
  public var description: String {
    var text = ""
    for shift in [UInt32(24), 16, 8, 0] {
      let byte = UInt8(truncatingIfNeeded: rawValue >> shift)
      switch byte {
      case UInt8(ascii: "/"), UInt8(ascii: "\\"), 0..<0x20, 0x7F..<0xA1:
        text += byte < 16 ? "\\x0" : "\\x"
        text += String(byte, radix: 16)
      default: text.unicodeScalars.append(Unicode.Scalar(byte))
      }
    }
    return text
  }
}
