/// One thing that `MovieVerification` found wrong.
public struct VerificationFinding: Hashable, Sendable, CustomStringConvertible {
  /// The kind of fault.
  public enum Code: String, Sendable, CaseIterable {
    /// `ftyp` is missing or not first.
    case fileTypeMisplaced
    /// `moov` comes after media data.
    case movieMisplaced
    /// The movie is in fragments where none are wanted.
    case fragmented
    /// A box of an unknown type at the top level.
    case unknownBox
    /// There is nothing in the movie.
    case noTracks
    /// The structure cannot be read, is cut, or goes on behind its last box.
    case structure
    /// Tables of a track hold different numbers of samples.
    case sampleCount
    /// The map from samples to chunks contradicts itself.
    case chunkMap
    /// A sample lies outside all media data, or in another file.
    case sampleOutsideMediaData
    /// The list of key frames is out of order or out of range.
    case syncSamples
    /// `mdhd` is not the sum of the sample durations.
    case mediaDuration
    /// `tkhd` is not the sum of the edits, or the media's length.
    case trackDuration
    /// `mvhd` is not the longest track's duration.
    case movieDuration
    /// An edit shows what the media does not have.
    case editOutsideMedia
  }

  /// The kind of fault.
  public let code: Code
  /// One line.
  public let message: String
  /// The id of the track, for findings about one.
  public let track: UInt32?
  /// Where the finding shows, in bytes from the input's start.
  public let offset: Int64?

  /// Makes a finding.
  public init(code: Code, message: String, track: UInt32?, offset: Int64?) {
    self.code = code
    self.message = message
    self.track = track
    self.offset = offset
  }

  init(_ error: MP4Error, track: UInt32? = nil) {
    self.init(code: .structure, message: error.message, track: track, offset: error.offset)
  }

  /// Code and message.
  public var description: String { "\(code.rawValue): \(message)" }
}
