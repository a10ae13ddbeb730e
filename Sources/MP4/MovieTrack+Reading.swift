extension MovieTrack {
  /// Reads one `trak`.
  init(_ track: Box, reader: BoxReader, fragmentSampleCounts: [UInt32: UInt64]) throws(MP4Error) {
    let media = try reader.required("mdia", of: track)
    let information = try reader.required("minf", of: media)
    headerBox = try reader.required("tkhd", of: track)
    mediaHeaderBox = try reader.required("mdhd", of: media)
    tables = try SampleTableBoxes(reader.required("stbl", of: information), reader: reader)
    editListBox =
      if let edits = try reader.child("edts", of: track) { try reader.child("elst", of: edits) } else { nil }

    let header = try TrackHeader(headerBox, reader: reader)
    id = header.id
    isEnabled = header.isEnabled
    creationDate = header.creationDate
    duration = header.duration
    alternateGroup = header.alternateGroup
    matrix = header.matrix
    displayWidth = header.width
    displayHeight = header.height

    let handlerBox = try reader.required("hdlr", of: media)
    (handler, handlerName) = try reader.handler(handlerBox)
    let mediaHeader = try MediaHeader(mediaHeaderBox, reader: reader)
    timescale = mediaHeader.timescale
    mediaCreationDate = mediaHeader.creationDate
    mediaDuration = mediaHeader.duration
    language = mediaHeader.language
    extendedLanguage =
      if let box = try reader.child("elng", of: media) { try Self.extendedLanguage(box, reader: reader) } else { nil }

    edits = if let editListBox { try Self.edits(editListBox, reader: reader) } else { [] }
    sampleEntries = try Self.sampleEntries(tables.description, handler: handler, reader: reader)
    sampleCount = try SampleSizeCursor(reader, tables.sampleSizes).count
    fragmentSampleCount = fragmentSampleCounts[header.id] ?? 0
    hasExternalData = try Self.hasExternalData(information, reader: reader)
  }

  private static func edits(_ box: Box, reader: BoxReader) throws(MP4Error) -> [MovieEdit] {
    var fields = try reader.fields(of: box, limit: 4)
    let isLong = try fields.versionAndFlags().version == 1
    var table = try TableCursor(reader, box, entrySize: isLong ? 20 : 12)
    guard table.version <= 1 else {
      throw .box(box.path, .unsupported, at: box.offset, "version \(table.version) is not known")
    }
    guard table.count <= reader.limits.maximumListedItems else {
      throw .box(box.path, .limitExceeded, at: box.offset, "it has \(table.count) edits")
    }
    var edits: [MovieEdit] = []
    edits.reserveCapacity(Int(table.count))
    while try table.advance() {
      let duration = isLong ? table.unsigned64() : UInt64(table.unsigned32())
      let time = isLong ? Int64(bitPattern: table.unsigned64(8)) : Int64(Int32(bitPattern: table.unsigned32(4)))
      let rate = Int32(bitPattern: table.unsigned32(isLong ? 16 : 8))
      edits.append(MovieEdit(segmentDuration: duration, mediaTime: time == -1 ? nil : time, rate: rate))
    }
    return edits
  }

  private static func sampleEntries(
    _ box: Box, handler: BoxType, reader: BoxReader
  ) throws(MP4Error) -> [SampleEntry] {
    var fields = try reader.fields(of: box, limit: 8)
    try fields.skip(4)
    let announced = try fields.unsigned32()
    var entries: [SampleEntry] = []
    var cursor = try reader.children(of: box)
    while entries.count < announced, let entry = try cursor.next() {
      guard entries.count < reader.limits.maximumListedItems else {
        throw .box(box.path, .limitExceeded, at: box.offset, "it has \(announced) entries")
      }
      entries.append(try SampleEntry(entry, handler: handler, reader: reader))
    }
    guard entries.count == announced else {
      throw .box(box.path, .invalid, at: box.offset, "it announces \(announced) entries and holds \(entries.count)")
    }
    return entries
  }

  private static func extendedLanguage(_ box: Box, reader: BoxReader) throws(MP4Error) -> String? {
    var fields = try reader.fields(of: box, limit: 68)
    try fields.skip(4)
    let text = try fields.take(fields.remaining).prefix { $0 != 0 }
    return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
  }

  /// Looks for an entry of `dref` that does not say "this file" (flag 1).
  private static func hasExternalData(_ information: Box, reader: BoxReader) throws(MP4Error) -> Bool {
    guard let data = try reader.child("dinf", of: information), let references = try reader.child("dref", of: data)
    else { return false }
    var cursor = try reader.children(of: references)
    while let reference = try cursor.next() {
      var fields = try reader.fields(of: reference, limit: 4)
      if try fields.versionAndFlags().flags & 1 == 0 { return true }
    }
    return false
  }
}
