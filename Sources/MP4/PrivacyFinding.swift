/// A place in a file that holds, or can hold, who made it, where, or with what.
public struct PrivacyFinding: Hashable, Sendable, CustomStringConvertible {
  /// What sort of thing it tells.
  public enum Kind: String, Sendable, CaseIterable {
    /// Where it was taken.
    case location
    /// The camera: make, model, lens, serial numbers, settings.
    case device
    /// The program that wrote it.
    case software
    /// Words of people: title, author, comment, copyright; a cover picture.
    case description
    /// A date beside those in the headers.
    case date
    /// A track of data beside picture and sound: sensors, positions, time codes.
    case dataTrack
    /// Bytes whose meaning is not known here: `uuid`, XMP, makers' boxes.
    case opaque
  }

  /// What it tells.
  public let kind: Kind
  /// As in `moov/udta/loci`; metadata items by their key: `moov/meta/ilst/com.apple.quicktime.location.ISO6709`.
  public let path: String
  /// First byte of the box, from the input's start.
  public let offset: Int64
  /// Size of the box in bytes.
  public let size: Int64
  /// The readable beginning of what it holds, printable ASCII alone; nil where nothing is readable.
  ///
  /// It is what is to be kept private: show it to who asks about their own file, and never log it.
  public let preview: String?

  /// Kind, path and size, without the contents.
  public var description: String { "\(kind.rawValue): \(path) (\(size) bytes)" }
}
