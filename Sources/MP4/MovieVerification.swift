public import Platform

/// Checks that a file is whole and agrees with itself: made for what we wrote, before it is published.
///
/// - Boxes: `ftyp` first, one `moov`, before the media data; nothing cut, unknown or left over.
/// - Tables of each track: as many sizes as times, as composition offsets, as chunks hold; key frames ascending and in
///   range; sample descriptions that exist; every chunk inside one `mdat`.
/// - Durations: `mdhd` is the sum of the sample durations, `tkhd` that of the edits, `mvhd` the longest track, within
///   the rounding of the movie's timescale; edits lie inside the media.
///
/// Samples in fragments are counted, but their tables are not checked.
public struct MovieVerification: Sendable {
  /// What is demanded beyond agreement.
  public struct Requirements: OptionSet, Sendable {
    /// The set's bits.
    public let rawValue: Int
    /// Takes the set's bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The movie box comes before all media data.
    public static let movieFirst = Requirements(rawValue: 1)
    /// All samples are in the movie box.
    public static let noFragments = Requirements(rawValue: 2)
  }

  /// Everything found wrong; at most a few findings a track.
  public private(set) var findings: [VerificationFinding] = []
  /// The headers; nil where they could not be read (a finding says why).
  public private(set) var structure: MovieStructure?

  /// Nothing is wrong.
  public var isSound: Bool { findings.isEmpty }

  /// Verifies `source`; blocks while it reads the structure and all sample tables.
  /// - Throws: `MP4Error` only with `.unreadable` or `.limitExceeded`: then nothing is known.
  public init(
    of source: any ByteSource, requirements: Requirements = [.movieFirst, .noFragments], limits: MP4Limits = .standard
  ) throws(MP4Error) {
    do throws(MP4Error) {
      let reader = try BoxReader(source, limits: limits)
      let layout = try FileLayout(reader: reader)
      let structure = try MovieStructure(layout: layout, reader: reader)
      self.structure = structure
      check(layout, structure, requirements)
      for track in structure.tracks {
        findings += try TrackVerification(track, structure, layout, reader: reader).findings
      }
      if !structure.isFragmented, !structure.announcesFragments { checkMovieDuration(structure) }
    } catch {
      if error.endsReading { throw error }
      findings.append(VerificationFinding(error))
    }
  }

  private mutating func check(_ layout: FileLayout, _ structure: MovieStructure, _ requirements: Requirements) {
    if layout.fileType == nil {
      note(.fileTypeMisplaced, "there is no 'ftyp'", 0)
    } else if layout.first != layout.fileType {
      note(.fileTypeMisplaced, "'ftyp' is not the first box", layout.fileType?.offset)
    }
    if requirements.contains(.movieFirst), !structure.isMovieFirst {
      note(.movieMisplaced, "'moov' comes after media data", structure.movieBox.offset)
    }
    if requirements.contains(.noFragments), structure.isFragmented || structure.announcesFragments {
      note(.fragmented, "the movie is in fragments, or announces them", structure.movieBox.offset)
    }
    if let box = layout.firstUnknown {
      note(.unknownBox, "'\(box.path)' has no business at the top level", box.offset)
    }
    if structure.tracks.isEmpty { note(.noTracks, "the movie has no tracks", structure.movieBox.offset) }
    findings += layout.problems.map { VerificationFinding($0) }
  }

  private mutating func checkMovieDuration(_ structure: MovieStructure) {
    let durations = structure.tracks.compactMap(\.duration)
    guard let longest = durations.max(), durations.count == structure.tracks.count else { return }
    guard let duration = structure.duration, max(duration, longest) - min(duration, longest) <= 1 else {
      note(.movieDuration, "'mvhd' disagrees with the longest track, \(longest)", structure.movieBox.offset)
      return
    }
  }

  private mutating func note(_ code: VerificationFinding.Code, _ message: String, _ offset: Int64?) {
    findings.append(VerificationFinding(code: code, message: message, track: nil, offset: offset))
  }
}
