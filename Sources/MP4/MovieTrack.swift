/// One track of a movie, as its headers describe it.
public struct MovieTrack: Hashable, Sendable {
  /// Unique in the movie, never 0.
  public let id: UInt32
  /// What shall be shown at all (`tkhd` flag 1).
  public let isEnabled: Bool
  /// `tkhd`'s creation time.
  public let creationDate: MovieDate
  /// Length on the movie's timeline, in the movie's timescale; nil where it is marked unknown.
  public let duration: UInt64?
  /// Tracks of one group other than 0 are alternatives: languages, sizes.
  public let alternateGroup: Int16
  /// `tkhd`'s matrix: a b u, c d v, x y w; u, v, w in 2.30 and the others in 16.16 fixed point.
  public let matrix: [Int32]
  /// Width on display, before the matrix, as 16.16 fixed point.
  public let displayWidth: UInt32
  /// Height on display, before the matrix, as 16.16 fixed point.
  public let displayHeight: UInt32

  /// `vide`, `soun`, `tmcd`, `meta`, `sbtl` …
  public let handler: BoxType
  /// For people to read; often names the program that wrote the file.
  public let handlerName: String
  /// Ticks a second of the media's times; never 0.
  public let timescale: UInt32
  /// `mdhd`'s creation time.
  public let mediaCreationDate: MovieDate
  /// `mdhd`'s duration in `timescale`; nil where it is marked unknown.
  public let mediaDuration: UInt64?
  /// Three letters of ISO 639-2; nil where QuickTime's older language numbers are used.
  public let language: String?
  /// BCP 47 (`elng`), where the file has it.
  public let extendedLanguage: String?

  /// All entries of `elst`; empty where the media is shown from its beginning.
  public let edits: [MovieEdit]
  /// All entries of `stsd`, in order.
  public let sampleEntries: [SampleEntry]
  /// Samples that the movie box announces (a hostile file can claim 2^32 of one size); those in fragments are in
  /// `fragmentSampleCount`.
  public let sampleCount: UInt32
  /// Samples in movie fragments.
  public let fragmentSampleCount: UInt64
  /// Some samples lie in another file.
  public let hasExternalData: Bool

  let headerBox: Box
  let mediaHeaderBox: Box
  let editListBox: Box?
  let tables: SampleTableBoxes

  /// At least one sample entry is encrypted.
  public var isEncrypted: Bool { sampleEntries.contains(where: \.isEncrypted) }
}
