/// How much work a stranger's file may cause.
///
/// The defaults hold ten hours of fragmented recording (a fragment each half second) and a progressive
/// movie of some ten million samples.
public struct MP4Limits: Hashable, Sendable {
  /// Bytes of structure read from the source by one `BoxReader`; media data is never read.
  public var maximumBytesRead: Int64
  /// How deep boxes may nest; a file's top level is depth 0.
  public var maximumDepth: Int
  /// Boxes visited by one `BoxReader`.
  public var maximumBoxes: Int
  /// Items kept in memory per list: tracks, edits, sample entries, findings, metadata keys.
  public var maximumListedItems: Int

  /// Takes limits other than the defaults.
  public init(
    maximumBytesRead: Int64 = 256 << 20, maximumDepth: Int = 16, maximumBoxes: Int = 2_000_000,
    maximumListedItems: Int = 50_000
  ) {
    self.maximumBytesRead = maximumBytesRead
    self.maximumDepth = maximumDepth
    self.maximumBoxes = maximumBoxes
    self.maximumListedItems = maximumListedItems
  }

  /// The defaults.
  public static let standard = MP4Limits()
}
