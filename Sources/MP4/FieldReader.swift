/// Takes big-endian fields from bytes in memory, one after the other.
struct FieldReader {
  private let bytes: [UInt8]
  private let path: String
  private let offset: Int64
  private(set) var position = 0

  /// - Parameters:
  ///   - path: The box, for messages.
  ///   - offset: Where `bytes` begin in the input.
  init(bytes: [UInt8], path: String, offset: Int64) {
    self.bytes = bytes
    self.path = path
    self.offset = offset
  }

  var remaining: Int { bytes.count - position }

  mutating func skip(_ count: Int) throws(MP4Error) {
    try require(count)
    position += count
  }

  mutating func unsigned8() throws(MP4Error) -> UInt8 { try take(UInt8.self) }
  mutating func unsigned16() throws(MP4Error) -> UInt16 { try take(UInt16.self) }
  mutating func unsigned32() throws(MP4Error) -> UInt32 { try take(UInt32.self) }
  mutating func unsigned64() throws(MP4Error) -> UInt64 { try take(UInt64.self) }
  mutating func signed16() throws(MP4Error) -> Int16 { try take(Int16.self) }
  mutating func signed32() throws(MP4Error) -> Int32 { try take(Int32.self) }
  mutating func signed64() throws(MP4Error) -> Int64 { try take(Int64.self) }
  mutating func type() throws(MP4Error) -> BoxType { BoxType(rawValue: try unsigned32()) }

  /// Version and flags, which begin every full box.
  mutating func versionAndFlags() throws(MP4Error) -> (version: UInt8, flags: UInt32) {
    let word = try unsigned32()
    return (UInt8(word >> 24), word & 0xFF_FFFF)
  }

  /// 32 bits in version 0 of a box, 64 in version 1.
  mutating func unsigned(version: UInt8) throws(MP4Error) -> UInt64 {
    try version == 0 ? UInt64(unsigned32()) : unsigned64()
  }

  mutating func take(_ count: Int) throws(MP4Error) -> ArraySlice<UInt8> {
    try require(count)
    defer { position += count }
    return bytes[position..<position + count]
  }

  private mutating func take<Integer: FixedWidthInteger>(_: Integer.Type) throws(MP4Error) -> Integer {
    let count = Integer.bitWidth / 8
    try require(count)
    var value: Integer = 0
    for index in position..<position + count {
      value = (count == 1 ? 0 : value << 8) | Integer(truncatingIfNeeded: bytes[index])
    }
    position += count
    return value
  }

  private func require(_ count: Int) throws(MP4Error) {
    guard count <= remaining else {
      throw .box(path, .truncated, at: offset + Int64(position), "it ends in the middle of its fields")
    }
  }
}
