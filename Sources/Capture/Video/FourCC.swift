/// V4L2's code for what is in a buffer: four characters.
struct FourCC: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  let rawValue: UInt32

  init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The code of four ASCII characters; `nil` for any other text.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 4, bytes.allSatisfy({ $0 < 128 }) else { return nil }
    rawValue = bytes.enumerated().reduce(0) { $0 | UInt32($1.element) << (8 * UInt32($1.offset)) }
  }

  /// The four characters; a dot for what cannot be printed.
  var description: String {
    String(
      decoding: (0..<4).map { index -> UInt8 in
        let byte = UInt8(truncatingIfNeeded: rawValue >> (8 * UInt32(index)))
        return (0x20..<0x7f).contains(byte) ? byte : 0x2e
      }, as: UTF8.self)
  }
}
