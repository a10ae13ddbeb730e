/// One box: its type and where it lies. Holds none of its contents.
public struct Box: Hashable, Sendable {
  /// Its four-character code.
  public let type: BoxType
  /// The 16 bytes of a `uuid` box's own type.
  public let extendedType: ExtendedBoxType?
  /// First byte of the header, from the input's start.
  public let offset: Int64
  /// 8, 16 (64-bit size), and 16 more for `uuid`.
  public let headerSize: Int
  /// What follows the header; cut at the input's end where `isTruncated`.
  public let payload: Range<Int64>
  /// The box announced more than the input holds; only boxes at the top level come like this.
  public let isTruncated: Bool
  /// The header's size was 0: the box goes on to the input's end.
  public let extendsToEnd: Bool
  /// 0 at the top level.
  public let depth: Int
  /// Path of the box around it; empty at the top level.
  let parentPath: String

  /// First byte behind the box.
  public var end: Int64 { payload.upperBound }

  /// Header and payload together, in bytes.
  public var size: Int64 { payload.upperBound - offset }

  /// Types from the top, as in `moov/udta/loci`; a `uuid` box shows its own type: `moov/uuid:be7acfcb…`.
  public var path: String {
    var name = type.description
    if let extendedType { name += ":\(extendedType)" }
    return parentPath.isEmpty ? name : "\(parentPath)/\(name)"
  }
}
