/// Goes over the boxes of one level, one at a time.
public struct BoxCursor {
  private let reader: BoxReader
  private let parent: Box?
  private let end: Int64
  /// Where the next box begins, in bytes from the input's start.
  public private(set) var position: Int64

  init(reader: BoxReader, parent: Box?, position: Int64, end: Int64) {
    self.reader = reader
    self.parent = parent
    self.position = position
    self.end = end
  }

  /// The next box; nil at the end of the level.
  ///
  /// Zero bytes too few for a header end a level quietly (QuickTime closes `udta` and sample entries with four).
  /// - Throws: `MP4Error` with the offset of the header that makes no sense; the cursor stays there.
  public mutating func next() throws(MP4Error) -> Box? {
    guard position < end else { return nil }
    let path = parent?.path ?? ""
    let remaining = end - position
    guard remaining >= 8 else {
      let rest = try reader.bytes(at: position, count: Int(remaining), for: path)
      guard parent != nil, rest.allSatisfy({ $0 == 0 }) else {
        throw .box(path, .invalid, at: position, "\(remaining) stray bytes where a box would begin")
      }
      position = end
      return nil
    }
    try reader.countBox(at: position)
    let box = try header(parentPath: path, remaining: remaining)
    position = box.end
    return box
  }

  private func header(parentPath: String, remaining: Int64) throws(MP4Error) -> Box {
    let bytes = try reader.bytes(at: position, count: Int(min(remaining, 32)), for: parentPath)
    var fields = FieldReader(bytes: bytes, path: parentPath, offset: position)
    let size32 = try fields.unsigned32()
    let type = try fields.type()
    let path = parentPath.isEmpty ? type.description : "\(parentPath)/\(type)"

    var size = Int64(size32)
    if size32 == 1 {
      guard let large = Int64(exactly: try fields.unsigned64()) else {
        throw .box(path, .invalid, at: position, "its size is beyond 63 bits")
      }
      size = large
    } else if size32 == 0 {
      guard parent == nil else { throw .box(path, .invalid, at: position, "its size is 0 inside another box") }
      size = remaining
    }
    var extendedType: ExtendedBoxType?
    if type == "uuid" {
      extendedType = ExtendedBoxType(high: try fields.unsigned64(), low: try fields.unsigned64())
    }
    let headerSize = fields.position
    guard size >= Int64(headerSize) else {
      throw .box(path, .invalid, at: position, "its size of \(size) bytes is smaller than its header")
    }
    guard size <= remaining || parent == nil else {
      throw .box(path, .truncated, at: position, "its \(size) bytes go past the end of the box around it")
    }
    return Box(
      type: type, extendedType: extendedType, offset: position, headerSize: headerSize,
      payload: position + Int64(headerSize)..<position + min(size, remaining), isTruncated: size > remaining,
      extendsToEnd: size32 == 0, depth: parent.map { $0.depth + 1 } ?? 0, parentPath: parentPath)
  }
}
