/// The fields of `tkhd` (ISO/IEC 14496-12, 8.3.2).
struct TrackHeader {
  let id: UInt32
  let isEnabled: Bool
  let creationDate: MovieDate
  let duration: UInt64?
  let alternateGroup: Int16
  let matrix: [Int32]
  let width: UInt32
  let height: UInt32

  init(_ box: Box, reader: BoxReader) throws(MP4Error) {
    var fields = try reader.fields(of: box)
    let (version, flags) = try fields.knownVersion(of: box)
    isEnabled = flags & 1 != 0
    creationDate = MovieDate(secondsSince1904: try fields.unsigned(version: version))
    _ = try fields.unsigned(version: version)
    id = try fields.unsigned32()
    try fields.skip(4)
    duration = try fields.duration(version: version)
    try fields.skip(8)
    try fields.skip(2)
    alternateGroup = try fields.signed16()
    try fields.skip(4)
    var matrix: [Int32] = []
    for _ in 0..<9 { matrix.append(try fields.signed32()) }
    self.matrix = matrix
    width = try fields.unsigned32()
    height = try fields.unsigned32()
    guard id != 0 else { throw .box(box.path, .invalid, at: box.offset, "its track id is 0") }
  }
}

extension FieldReader {
  /// Version and flags of a header that exists in versions 0 and 1.
  mutating func knownVersion(of box: Box) throws(MP4Error) -> (version: UInt8, flags: UInt32) {
    let (version, flags) = try versionAndFlags()
    guard version <= 1 else { throw .box(box.path, .unsupported, at: box.offset, "version \(version) is not known") }
    return (version, flags)
  }

  /// A duration; nil where all its bits are set, which means "unknown".
  mutating func duration(version: UInt8) throws(MP4Error) -> UInt64? {
    let value = try unsigned(version: version)
    return value == (version == 0 ? UInt64(UInt32.max) : UInt64.max) ? nil : value
  }
}
