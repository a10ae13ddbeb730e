/// The fields of `mdhd` (ISO/IEC 14496-12, 8.4.2).
struct MediaHeader {
  let creationDate: MovieDate
  let timescale: UInt32
  let duration: UInt64?
  let language: String?

  init(_ box: Box, reader: BoxReader) throws(MP4Error) {
    var fields = try reader.fields(of: box)
    let version = try fields.knownVersion(of: box).version
    creationDate = MovieDate(secondsSince1904: try fields.unsigned(version: version))
    _ = try fields.unsigned(version: version)
    timescale = try fields.unsigned32()
    duration = try fields.duration(version: version)
    language = Self.language(try fields.unsigned16())
    guard timescale > 0 else { throw .box(box.path, .invalid, at: box.offset, "its timescale is 0") }
  }

  /// Three letters of five bits each, counted from 0x60; QuickTime's numbers lie below 0x400.
  private static func language(_ code: UInt16) -> String? {
    guard code >= 0x400, code != 0x7FFF else { return nil }
    var text = ""
    for shift in [10, 5, 0] {
      let letter = UInt8(truncatingIfNeeded: code >> shift) & 0x1F + 0x60
      guard (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter) else { return nil }
      text.unicodeScalars.append(Unicode.Scalar(letter))
    }
    return text
  }
}
