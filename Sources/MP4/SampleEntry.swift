/// One entry of `stsd`: how some of a track's samples are coded.
///
/// More than one entry means that the coding (an H.264 parameter set, a size) changes on the way.
public struct SampleEntry: Hashable, Sendable {
  /// The four characters in the file: `avc1`, `mp4a`, `encv`.
  public let format: BoxType
  /// What an encrypted entry was before (`sinf/frma`).
  public let originalFormat: BoxType?
  /// Encrypted by common encryption or Apple's older kind.
  public let isEncrypted: Bool
  /// Which entry of `dref` holds the samples, from 1.
  public let dataReferenceIndex: UInt16
  /// Width as coded, in pixels; nil unless the track is video.
  public let width: UInt16?
  /// Height as coded, in pixels; nil unless the track is video.
  public let height: UInt16?

  /// The formats that mean "encrypted" by themselves (ISO/IEC 14496-12, 8.12; QuickTime File Format).
  static let encryptedFormats: Set<BoxType> = [
    "encv", "enca", "enct", "encs", "encm", "encf", "drms", "drmi", "drmt",
  ]
}

extension SampleEntry {
  /// Reads one child of `stsd`.
  init(_ box: Box, handler: BoxType, reader: BoxReader) throws(MP4Error) {
    var fields = try reader.fields(of: box, limit: 28)
    try fields.skip(6)
    format = box.type
    dataReferenceIndex = try fields.unsigned16()

    var headerSize = 8
    var size: (width: UInt16, height: UInt16)?
    switch handler {
    case "vide":
      try fields.skip(16)
      size = (try fields.unsigned16(), try fields.unsigned16())
      headerSize = 78
    case "soun":
      // QuickTime's versions 1 and 2 carry more fields.
      let version = try fields.unsigned16()
      headerSize = version == 1 ? 44 : version == 2 ? 64 : 28
    default: break
    }
    width = size?.width
    height = size?.height

    let protection = try Self.protection(in: box, behind: headerSize, reader: reader)
    originalFormat = protection.originalFormat
    isEncrypted = protection.found || Self.encryptedFormats.contains(box.type)
  }

  private static func protection(
    in box: Box, behind headerSize: Int, reader: BoxReader
  ) throws(MP4Error) -> (found: Bool, originalFormat: BoxType?) {
    var found = false
    do throws(MP4Error) {
      var cursor = try reader.children(of: box, skipping: headerSize)
      while let child = try cursor.next() {
        guard child.type == "sinf" else { continue }
        found = true
        guard let format = try reader.child("frma", of: child) else { break }
        var fields = try reader.fields(of: format, limit: 4)
        return (true, try fields.type())
      }
    } catch {
      // What follows the fields of an entry is its codec's own affair, and need not be boxes.
      if error.endsReading { throw error }
    }
    return (found, nil)
  }
}
