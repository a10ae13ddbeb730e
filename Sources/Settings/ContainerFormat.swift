/// The kinds of file that are written.
public enum ContainerFormat: String, CaseIterable, Hashable, Sendable {
  /// MP4: ISO/IEC 14496-14.
  case mp4
  /// A QuickTime movie.
  case mov
  /// MP4 with audio alone, under the name that players expect.
  case m4a

  /// What a file's name ends in, without the dot.
  public var fileExtension: String { rawValue }

  /// The format that a file name's ending stands for (`MP4`, `m4v`, `qt` too); `nil` for any other.
  /// - Parameter fileExtension: Without the dot, in any case.
  public init?(fileExtension: String) {
    switch fileExtension.lowercased() {
    case "mp4", "m4v": self = .mp4
    case "mov", "qt": self = .mov
    case "m4a": self = .m4a
    default: return nil
    }
  }

  /// The endings that `init(fileExtension:)` knows, with the dot.
  public static let endings = [".mp4", ".m4v", ".mov", ".qt", ".m4a"]
}
