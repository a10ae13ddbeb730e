/// The walk behind `PrivacyAudit`.
struct PrivacyWalk {
  private(set) var findings: [PrivacyFinding] = []
  let reader: BoxReader

  init(reader: BoxReader) {
    self.reader = reader
  }

  mutating func run() throws(MP4Error) {
    var cursor = reader.topLevel()
    while cursor.position < reader.size {
      do throws(MP4Error) {
        guard let box = try cursor.next() else { break }
        try visit(box)
      } catch {
        // What is behind the last sound box can be anything.
        if error.endsReading { throw error }
        let position = cursor.position
        try note(.opaque, path: "(stray bytes)", offset: position, size: reader.size - position)
        break
      }
    }
  }

  /// Looks at one box; a fault inside it becomes a finding about it.
  private mutating func visit(_ box: Box) throws(MP4Error) {
    do throws(MP4Error) {
      switch box.type {
      case let type where PrivacyVocabulary.structural.contains(type): break
      case let type where PrivacyVocabulary.padding.contains(type): try visitPadding(box)
      case "trak":
        try visitTrack(box)
        try visitChildren(box)
      case let type where PrivacyVocabulary.containers.contains(type): try visitChildren(box)
      case "udta": try visitUserData(box)
      case "meta": try visitMetadata(box)
      case "hdlr": try visitHandler(box)
      case "stsd": try visitSampleEntries(box)
      default: try note(.opaque, box)
      }
    } catch {
      if error.endsReading { throw error }
      try note(.opaque, box)
    }
  }

  private mutating func visitChildren(_ box: Box) throws(MP4Error) {
    var cursor = try reader.children(of: box)
    while let child = try cursor.next() { try visit(child) }
  }

  private mutating func visitUserData(_ box: Box) throws(MP4Error) {
    var cursor = try reader.children(of: box)
    while let child = try cursor.next() {
      if child.type == "meta" || PrivacyVocabulary.padding.contains(child.type) {
        try visit(child)
      } else {
        try note(PrivacyVocabulary.items[child.type] ?? .opaque, child)
      }
    }
  }

  /// `hdlr`, then items by number of a key (`mdta`) or by type (`mdir`), and anything else.
  private mutating func visitMetadata(_ box: Box) throws(MP4Error) {
    var keys: [String] = []
    var cursor = try reader.children(of: box)
    while let child = try cursor.next() {
      switch child.type {
      case "hdlr", "free", "skip": try visit(child)
      case "keys": keys = try metadataKeys(child)
      case "ilst": try visitItems(child, keys: keys)
      default: try note(PrivacyVocabulary.items[child.type] ?? .opaque, child)
      }
    }
  }

  private func metadataKeys(_ box: Box) throws(MP4Error) -> [String] {
    var keys: [String] = []
    var cursor = try reader.children(of: box)
    while let entry = try cursor.next() {
      guard keys.count < reader.limits.maximumListedItems else {
        throw .box(box.path, .limitExceeded, at: box.offset, "it has more than \(keys.count) keys")
      }
      var fields = try reader.fields(of: entry, limit: 256)
      keys.append(String(decoding: try fields.take(fields.remaining), as: UTF8.self))
    }
    return keys
  }

  private mutating func visitItems(_ box: Box, keys: [String]) throws(MP4Error) {
    // An item's value lies in a `data` box, behind its header, type and locale.
    let dataHeaderSize: Int64 = 16
    var cursor = try reader.children(of: box)
    while let item = try cursor.next() {
      let index = Int(item.type.rawValue) - 1
      if keys.indices.contains(index) {
        try note(
          PrivacyVocabulary.kind(ofKey: keys[index]), path: "\(box.path)/\(keys[index])", offset: item.offset,
          size: item.size, preview: preview(item.payload, skipping: dataHeaderSize))
      } else {
        try note(
          PrivacyVocabulary.items[item.type] ?? .opaque, path: item.path, offset: item.offset, size: item.size,
          preview: preview(item.payload, skipping: dataHeaderSize))
      }
    }
  }

  private mutating func visitHandler(_ box: Box) throws(MP4Error) {
    let name = try reader.handler(box).name
    guard !PrivacyVocabulary.neutralHandlerNames.contains(name) else { return }
    try note(
      .software, path: box.path, offset: box.offset, size: box.size, preview: preview(box.payload, skipping: 24))
  }

  /// A track of something else than picture, sound and words.
  private mutating func visitTrack(_ box: Box) throws(MP4Error) {
    guard let media = try reader.child("mdia", of: box), let handlerBox = try reader.child("hdlr", of: media) else {
      return
    }
    let handler = try reader.handler(handlerBox).type
    guard !PrivacyVocabulary.mediaHandlers.contains(handler) else { return }
    try note(.dataTrack, path: "\(box.path):\(handler)", offset: box.offset, size: box.size)
  }

  private mutating func visitSampleEntries(_ box: Box) throws(MP4Error) {
    var cursor = try reader.children(of: box)
    while let entry = try cursor.next() {
      if PrivacyVocabulary.locationFormats.contains(entry.type) { try note(.location, entry) }
      // Visual entries have room for 31 characters of a compressor's name, 42 bytes in. A format that the walk
      // does not know has other things there, which is no harm: it is listed with what it holds.
      guard entry.payload.count >= 78, try isVisual(entry) else { continue }
      let start = entry.payload.lowerBound + 42
      let bytes = try reader.bytes(at: start, count: 32, for: entry.path)
      guard bytes[0] > 0, bytes[0] < 32 else { continue }
      try note(
        .software, path: "\(entry.path)/compressorname", offset: start, size: 32, preview: preview(start..<start + 32))
    }
  }

  /// Resolution of 72 dpi in both directions is what every visual entry has (ISO/IEC 14496-12, 12.1.3).
  private func isVisual(_ entry: Box) throws(MP4Error) -> Bool {
    let bytes = try reader.bytes(at: entry.payload.lowerBound + 28, count: 8, for: entry.path)
    return bytes == [0, 0x48, 0, 0, 0, 0x48, 0, 0]
  }

  /// Unused room is harmless only when it is empty.
  private mutating func visitPadding(_ box: Box) throws(MP4Error) {
    let examined: Int64 = 4 << 20
    var position = box.payload.lowerBound
    let end = min(box.end, position + examined)
    while position < end {
      let bytes = try reader.bytes(at: position, count: Int(min(end - position, 64 << 10)), for: box.path)
      guard bytes.allSatisfy({ $0 == 0 }) else { return try note(.opaque, box) }
      position += Int64(bytes.count)
    }
    if end < box.end { try note(.opaque, box) }
  }

  private mutating func note(_ kind: PrivacyFinding.Kind, _ box: Box) throws(MP4Error) {
    try note(kind, path: box.path, offset: box.offset, size: box.size, preview: preview(box.payload))
  }

  private mutating func note(
    _ kind: PrivacyFinding.Kind, path: String, offset: Int64, size: Int64, preview: String? = nil
  ) throws(MP4Error) {
    guard findings.count < reader.limits.maximumListedItems else {
      throw .box(path, .limitExceeded, at: offset, "more than \(findings.count) findings")
    }
    findings.append(PrivacyFinding(kind: kind, path: path, offset: offset, size: size, preview: preview))
  }

  /// The printable characters among the first bytes.
  private func preview(_ range: Range<Int64>, skipping skipped: Int64 = 0) throws(MP4Error) -> String? {
    let start = min(range.lowerBound + skipped, range.upperBound)
    let bytes = try reader.bytes(
      at: start, count: Int(min(range.upperBound - start, 96)), for: "")
    let text = String(decoding: bytes.filter { (0x20..<0x7F).contains($0) }, as: UTF8.self)
    return text.count < 2 ? nil : text
  }
}
