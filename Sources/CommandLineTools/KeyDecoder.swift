/// Makes keys of the bytes that a terminal sends for them (ECMA-48, and what xterm adds to it).
///
/// Escape is also the beginning of every arrow and function key: it counts as a key by itself once nothing has followed
/// it for `patience`, which the caller waits.
public struct KeyDecoder: Sendable {
  private enum State {
    case ground
    /// After escape.
    case escaped
    /// Inside a control sequence, up to its final byte.
    case sequence
    /// Inside a character of UTF-8.
    case scalar([UInt8], missing: Int)
  }

  /// How long the rest of a sequence may take to come, over a slow line too.
  public static let patience = Duration.milliseconds(50)

  private var state = State.ground

  public init() {}

  /// Whether what came last may be a whole escape or the beginning of something longer.
  public var isWaiting: Bool {
    if case .escaped = state { true } else { false }
  }

  /// The keys that these bytes complete.
  public mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
    bytes.flatMap { decode($0) }
  }

  /// Nothing has come for `patience`: an escape was the key.
  public mutating func settle() -> [Key] {
    defer { state = .ground }
    return isWaiting ? [.escape] : []
  }

  private mutating func decode(_ byte: UInt8) -> [Key] {
    switch state {
    case .ground: return begin(byte)
    case .escaped:
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "O"):
        state = .sequence
        return []
      case 0x1B:
        return [.escape]
      default:
        // Alt with a key.
        state = .ground
        return [.other]
      }
    case .sequence:
      // Parameters and intermediates are 0x20...0x3F, the final byte is 0x40...0x7E.
      if (0x20...0x3F).contains(byte) { return [] }
      state = .ground
      return [.other]
    case .scalar(var bytes, let missing):
      guard byte & 0xC0 == 0x80 else {
        state = .ground
        return [.other] + begin(byte)
      }
      bytes.append(byte)
      guard missing == 1 else {
        state = .scalar(bytes, missing: missing - 1)
        return []
      }
      state = .ground
      return [String(validating: bytes, as: UTF8.self)?.first.map { .character($0) } ?? .other]
    }
  }

  private mutating func begin(_ byte: UInt8) -> [Key] {
    switch byte {
    case 0x0A, 0x0D: return [.enter]
    case 0x1B:
      state = .escaped
      return []
    case 0x01...0x1A: return [.control(Character(Unicode.Scalar(byte + 0x60)))]
    case 0x20..<0x7F: return [.character(Character(Unicode.Scalar(byte)))]
    case 0xC2...0xDF: state = .scalar([byte], missing: 1)
    case 0xE0...0xEF: state = .scalar([byte], missing: 2)
    case 0xF0...0xF4: state = .scalar([byte], missing: 3)
    default: return [.other]
    }
    return []
  }
}
