/// Goes over the sizes of a track's samples in order: `stsz`, constant or a table, and `stz2`.
struct SampleSizeCursor {
  private enum Form {
    case constant(UInt32)
    case table(TableCursor, bits: UInt8)
  }

  let box: Box
  /// Samples that the box announces.
  let count: UInt32
  private var form: Form
  private var taken: UInt32 = 0

  init(_ reader: BoxReader, _ box: Box) throws(MP4Error) {
    var fields = try reader.fields(of: box, limit: 12)
    try fields.skip(4)
    let word = try fields.unsigned32()
    count = try fields.unsigned32()
    self.box = box
    if box.type == "stsz", word != 0 {
      form = .constant(word)
    } else {
      let bits = box.type == "stsz" ? 32 : UInt8(truncatingIfNeeded: word)
      guard [4, 8, 16, 32].contains(bits) else {
        throw .box(box.path, .invalid, at: box.offset, "its sizes have \(bits) bits")
      }
      // Two sizes of four bits share a byte; the table then counts bytes.
      let table = try TableCursor(
        reader, box, entrySize: max(Int(bits / 8), 1), fieldsSize: 4,
        entries: bits == 4 ? count / 2 + count % 2 : nil)
      form = .table(table, bits: bits)
    }
  }

  /// The sum of the next `wanted` sizes, in bytes.
  /// - Throws: `.invalid` where the box has fewer left.
  mutating func sum(ofNext wanted: UInt32) throws(MP4Error) -> Int64 {
    guard wanted <= count - taken else {
      throw .box(box.path, .invalid, at: box.offset, "it has \(count) sizes, and chunks ask for more")
    }
    switch form {
    case .constant(let size):
      taken += wanted
      return try Int64(size).times(Int64(wanted), in: box)
    case .table(var table, let bits):
      // The table is taken out meanwhile, so that its piece of bytes has one owner and is not copied.
      form = .constant(0)
      defer { form = .table(table, bits: bits) }
      var sum: Int64 = 0
      for _ in 0..<wanted {
        // At most 2^32 sizes of at most 2^32 - 1 bytes, from a box of under 2^34: no overflow.
        sum += Int64(try Self.next(&table, bits: bits, isFirstHalf: taken.isMultiple(of: 2)))
        taken += 1
      }
      return sum
    }
  }

  private static func next(_ table: inout TableCursor, bits: UInt8, isFirstHalf: Bool) throws(MP4Error) -> UInt32 {
    if bits == 4, !isFirstHalf { return UInt32(table.unsigned8() & 0xF) }
    guard try table.advance() else { return 0 }
    return switch bits {
    case 4: UInt32(table.unsigned8() >> 4)
    case 8: UInt32(table.unsigned8())
    case 16: UInt32(table.unsigned16())
    default: table.unsigned32()
    }
  }
}
