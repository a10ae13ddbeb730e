/// What the headers of an MP4 or QuickTime file say, edit lists and sample entries included.
///
/// Read without touching media data or sample tables. Strict: a contradiction in the movie box is an error.
/// What is wrong behind an intact movie box is in `problems`.
public struct MovieStructure: Hashable, Sendable {
  /// `ftyp`'s major brand; nil where there is no `ftyp` (old QuickTime files).
  public let majorBrand: BoxType?
  /// `ftyp`'s other brands, at most 254.
  public let compatibleBrands: [BoxType]
  /// `mvhd`'s creation time.
  public let creationDate: MovieDate
  /// Ticks a second of the movie's times; never 0.
  public let timescale: UInt32
  /// `mvhd`'s duration in `timescale`; nil where it is marked unknown.
  public let duration: UInt64?
  /// In file order.
  public let tracks: [MovieTrack]
  /// The movie box announces fragments (`mvex`); some files do and have none.
  public let announcesFragments: Bool
  /// Movie fragments (`moof`) in this input.
  public let fragmentCount: Int
  /// Where the movie box lies.
  public let movieBox: Box
  /// The movie box comes before all media data, so that the file plays while it arrives.
  public let isMovieFirst: Bool
  /// Faults that leave the movie box readable, in file order: a cut `mdat`, stray bytes behind the last box,
  /// a second `moov`, a broken fragment.
  public let problems: [Problem]

  /// The file's media is in fragments, at least in part.
  public var isFragmented: Bool { fragmentCount > 0 }
  /// Made after QuickTime's rules rather than ISO's.
  public var isQuickTime: Bool { majorBrand == nil || majorBrand == "qt  " }

  /// A fault beside the movie box.
  public struct Problem: Hashable, Sendable {
    /// The kind of fault.
    public let code: MP4Error.Code
    /// One line: *cannot read box '<path>' at byte <offset>: <reason>*.
    public let message: String
    /// Where it shows, in bytes from the input's start.
    public let offset: Int64?
  }
}
