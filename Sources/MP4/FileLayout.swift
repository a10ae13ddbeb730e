/// What lies at a file's top level, from one walk over it.
struct FileLayout {
  private(set) var first: Box?
  private(set) var fileType: Box?
  private(set) var movie: Box?
  /// Payloads of the `mdat` boxes, in file order.
  private(set) var mediaData: [Range<Int64>] = []
  private(set) var fragmentCount = 0
  private(set) var fragmentSampleCounts: [UInt32: UInt64] = [:]
  /// A box of a type that has no business at the top level.
  private(set) var firstUnknown: Box?
  /// Faults that leave the movie box readable: a cut `mdat`, bytes behind the last box, a broken fragment.
  private(set) var problems: [MP4Error] = []

  /// Types that a file may begin with (the walk takes anything else for another format).
  private static let beginnings: Set<BoxType> = [
    "ftyp", "styp", "moov", "mdat", "free", "skip", "wide", "pnot", "uuid", "pdin", "sidx", "moof",
  ]
  private static let known = beginnings.union(["meta", "udta", "mfra", "ssix", "prft", "emsg"])

  /// - Throws: `.notMP4`; whatever makes the walk end before a movie box was seen.
  init(reader: BoxReader) throws(MP4Error) {
    try Self.checkBeginning(reader)
    var cursor = reader.topLevel()
    do throws(MP4Error) {
      while let box = try cursor.next() {
        try add(box, reader: reader)
        if box.isTruncated { break }
      }
    } catch {
      if movie == nil || error.endsReading { throw error }
      problems.append(error)
    }
  }

  private mutating func add(_ box: Box, reader: BoxReader) throws(MP4Error) {
    if first == nil { first = box }
    if box.isTruncated {
      let error = MP4Error.box(box.path, .truncated, at: box.offset, "the input ends in the middle of it")
      guard box.type != "moov", movie != nil || box.type == "mdat" else { throw error }
      problems.append(error)
    }
    switch box.type {
    case "ftyp" where fileType == nil: fileType = box
    case "moov" where movie == nil: movie = box
    case "ftyp", "moov":
      problems.append(.box(box.path, .duplicateBox, at: box.offset, "there may be only one"))
    case "mdat": mediaData.append(box.payload)
    case "moof" where !box.isTruncated: try addFragment(box, reader: reader)
    default:
      if firstUnknown == nil, !Self.known.contains(box.type) { firstUnknown = box }
    }
  }

  /// Counts the samples of one `moof`.
  private mutating func addFragment(_ box: Box, reader: BoxReader) throws(MP4Error) {
    fragmentCount += 1
    do throws(MP4Error) {
      var tracks = try reader.children(of: box)
      while let track = try tracks.next() {
        if track.type == "traf" { try addTrackFragment(track, reader: reader) }
      }
    } catch {
      if error.endsReading { throw error }
      if problems.count < 100 { problems.append(error) }
    }
  }

  private mutating func addTrackFragment(_ box: Box, reader: BoxReader) throws(MP4Error) {
    var id: UInt32?
    var samples: UInt64 = 0
    var cursor = try reader.children(of: box)
    while let child = try cursor.next() {
      guard child.type == "tfhd" || child.type == "trun" else { continue }
      var fields = try reader.fields(of: child, limit: 8)
      try fields.skip(4)
      let value = try fields.unsigned32()
      if child.type == "tfhd" { id = value } else { samples += UInt64(value) }
    }
    guard let id else { throw .box(box.path, .missingBox, at: box.offset, "it has no 'tfhd'") }
    guard fragmentSampleCounts[id] != nil || fragmentSampleCounts.count < reader.limits.maximumListedItems else {
      throw .box(box.path, .limitExceeded, at: box.offset, "fragments name too many tracks")
    }
    fragmentSampleCounts[id] = try (fragmentSampleCounts[id] ?? 0).plus(samples, in: box)
  }

  static func checkBeginning(_ reader: BoxReader) throws(MP4Error) {
    func refusal(_ reason: String) -> MP4Error {
      MP4Error(code: .notMP4, message: "cannot read the input as MP4: \(reason)", offset: 0)
    }
    guard reader.size > 0 else { throw refusal("it is empty") }
    guard reader.size >= 8 else { throw refusal("it has only \(reader.size) bytes") }
    let bytes = try reader.bytes(at: 4, count: 4, for: "")
    let type = BoxType(rawValue: bytes.reduce(0) { $0 << 8 | UInt32($1) })
    guard beginnings.contains(type) else { throw refusal("it begins like another format") }
  }
}
