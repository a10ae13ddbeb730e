/// Goes over the fixed-size entries of one table box, a piece at a time.
struct TableCursor {
  private static let pieceSize = 64 << 10

  let box: Box
  let version: UInt8
  let flags: UInt32
  /// Entries announced, all of which the box was found to hold.
  let count: UInt32
  private let reader: BoxReader
  private let entrySize: Int
  private let start: Int64
  private var taken: UInt32 = 0
  private var piece: [UInt8] = []
  private var entry = 0

  /// - Parameters:
  ///   - fieldsSize: Bytes of own fields between version and count (`stsz` has one, its constant size).
  ///   - entries: How many to read where it is not the count in the box (`stz2` packs two into a byte).
  /// - Throws: `.invalid` where the box has no room for the entries that it announces.
  init(
    _ reader: BoxReader, _ box: Box, entrySize: Int, fieldsSize: Int = 0, entries: UInt32? = nil
  ) throws(MP4Error) {
    var fields = try reader.fields(of: box, limit: 8 + fieldsSize)
    (version, flags) = try fields.versionAndFlags()
    try fields.skip(fieldsSize)
    let announced = try fields.unsigned32()
    count = entries ?? announced
    let needed = Int64(count) * Int64(entrySize)
    let room = Int64(box.payload.count - fields.position)
    guard needed <= room else {
      throw .box(
        box.path, .invalid, at: box.offset, "it announces \(count) entries and has room for \(room / Int64(entrySize))")
    }
    self.reader = reader
    self.box = box
    self.entrySize = entrySize
    start = box.payload.lowerBound + Int64(fields.position)
  }

  /// Moves to the next entry; false behind the last.
  mutating func advance() throws(MP4Error) -> Bool {
    guard taken < count else { return false }
    entry += entrySize
    if taken == 0 || entry >= piece.count {
      let rest = Int(count - taken)
      let entries = min(rest, Self.pieceSize / entrySize)
      piece = try reader.bytes(
        at: start + Int64(taken) * Int64(entrySize), count: entries * entrySize, for: box.path)
      entry = 0
    }
    taken += 1
    return true
  }

  /// The entry's field at byte `offset` within it.
  func unsigned8(_ offset: Int = 0) -> UInt8 { piece[entry + offset] }

  func unsigned16(_ offset: Int = 0) -> UInt16 {
    UInt16(piece[entry + offset]) << 8 | UInt16(piece[entry + offset + 1])
  }

  func unsigned32(_ offset: Int = 0) -> UInt32 {
    UInt32(unsigned16(offset)) << 16 | UInt32(unsigned16(offset + 2))
  }

  func unsigned64(_ offset: Int = 0) -> UInt64 {
    UInt64(unsigned32(offset)) << 32 | UInt64(unsigned32(offset + 4))
  }
}
