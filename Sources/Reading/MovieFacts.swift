internal import Codecs
internal import MP4
internal import Media
internal import Platform

/// What an MP4's own boxes say and libavformat hides: edit lists, sample entries, encryption, fragments.
struct MovieFacts {
  struct Track {
    let edits: TrackEdits?
    let isEncrypted: Bool
    let sampleEntryCount: Int
    let sampleCount: Int
    let isSound: Bool
  }

  let tracks: [Int: Track]
  let isFragmented: Bool
  let problems: [String]
  /// False where the boxes could not be read.
  let isComplete: Bool

  /// - Returns: `nil` for other containers, and where the boxes can be read by libavformat alone.
  init?(source: any ByteSource, container: String) throws(PlatformError) {
    guard container == "mov" else { return nil }
    let structure: MovieStructure
    do {
      structure = try MovieStructure(reading: source)
    } catch {
      if let cause = error.cause { throw cause }
      tracks = [:]
      isFragmented = false
      problems = [error.message]
      isComplete = false
      return
    }
    isFragmented = structure.isFragmented
    problems = structure.problems.map(\.message)
    isComplete = true
    var tracks: [Int: Track] = [:]
    for track in structure.tracks {
      tracks[Int(track.id)] = Track(
        edits: TrackEdits(track.edits, movieTimescale: structure.timescale, mediaTimescale: track.timescale),
        isEncrypted: track.isEncrypted, sampleEntryCount: max(1, track.sampleEntries.count),
        sampleCount: Int(track.sampleCount), isSound: track.handler == "soun")
    }
    self.tracks = tracks
  }

  /// Forty-six hours at 60 pictures a second. libavformat makes 24 bytes of index for each sample that a table announces,
  /// and a table of equal sizes can announce 2^32 of them in 20 bytes.
  private static let mostSamples = 10_000_000

  /// Refuses tables that would cost more memory than any recording needs. (PCM's samples are single ones, each at least a
  /// byte of the file.)
  func requireReasonableTables(byteCount: Int64) throws(ReadingError) {
    for track in tracks.values {
      let most = track.isSound ? max(Self.mostSamples, Int(clamping: byteCount)) : Self.mostSamples
      guard track.sampleCount > most else { continue }
      throw ReadingError(code: .tooLarge, message: "it announces \(track.sampleCount) samples in one track")
    }
  }
}

extension TrackEdits {
  /// - Returns: `nil` where there is no edit list.
  init?(_ edits: [MovieEdit], movieTimescale: UInt32, mediaTimescale: UInt32) {
    guard !edits.isEmpty, let movie = Int32(exactly: movieTimescale), movie > 0,
      let media = Int32(exactly: mediaTimescale), media > 0
    else { return nil }
    var delay: UInt64 = 0
    var total: UInt64 = 0
    var shown: [MovieEdit] = []
    var hasLateGaps = false
    for edit in edits {
      total = total.addingReportingOverflow(edit.segmentDuration).partialValue
      if edit.mediaTime != nil {
        shown.append(edit)
      } else if shown.isEmpty {
        delay = delay.addingReportingOverflow(edit.segmentDuration).partialValue
      } else {
        hasLateGaps = true
      }
    }
    self.init(
      mediaEditCount: shown.count, initialDelay: MediaTime(value: Int64(clamping: delay), timescale: movie),
      mediaStart: MediaTime(value: shown.first?.mediaTime ?? 0, timescale: media),
      end: MediaTime(value: Int64(clamping: total), timescale: movie),
      isNormalSpeed: shown.allSatisfy { $0.rate == 0x1_0000 }, hasLateGaps: hasLateGaps)
  }
}
