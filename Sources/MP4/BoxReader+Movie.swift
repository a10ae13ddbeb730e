extension BoxReader {
  /// The only child of this type.
  /// - Throws: `.missingBox`, `.duplicateBox`.
  func required(_ type: BoxType, of box: Box) throws(MP4Error) -> Box {
    guard let child = try child(type, of: box) else {
      throw .box(box.path, .missingBox, at: box.offset, "it has no '\(type)'")
    }
    return child
  }

  /// Type and name of a `hdlr` box; QuickTime counts the name's letters before it, ISO ends it with a zero.
  func handler(_ box: Box) throws(MP4Error) -> (type: BoxType, name: String) {
    var fields = try fields(of: box, limit: 24 + 256)
    try fields.skip(8)
    let type = try fields.type()
    // QuickTime writers may leave out the end, the name with it.
    try fields.skip(min(12, fields.remaining))
    var name = try fields.take(fields.remaining)
    if let count = name.first, Int(count) == name.count - 1 { name = name.dropFirst() }
    return (type, String(decoding: name.prefix { $0 != 0 }, as: UTF8.self))
  }
}
