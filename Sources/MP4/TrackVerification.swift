/// Checks one track's tables and durations against each other and the file.
struct TrackVerification {
  private(set) var findings: [VerificationFinding] = []
  private let track: MovieTrack
  private let movie: MovieStructure

  /// - Throws: `MP4Error` where the source or a limit ends reading; other faults are findings.
  init(
    _ track: MovieTrack, _ movie: MovieStructure, _ layout: FileLayout, reader: BoxReader
  ) throws(MP4Error) {
    self.track = track
    self.movie = movie
    let sampleCount = track.sampleCount
    do throws(MP4Error) {
      let times = try SampleTimes(track.tables, reader: reader)
      if times.count != UInt64(sampleCount) {
        note(.sampleCount, "there are \(sampleCount) sizes and \(times.count) times", track.tables.timeToSample)
      }
      if let offsets = times.offsetCount, offsets != UInt64(sampleCount), let box = track.tables.compositionOffsets {
        note(.sampleCount, "there are \(sampleCount) sizes and \(offsets) composition offsets", box)
      }
      try checkSyncSamples(reader)
      if !movie.isFragmented, !movie.announcesFragments { checkDurations(times) }
    } catch {
      if error.endsReading { throw error }
      findings.append(VerificationFinding(error, track: track.id))
    }
    do throws(MP4Error) {
      if track.hasExternalData {
        note(.sampleOutsideMediaData, "samples lie in another file", track.tables.chunkOffsets)
      }
      if let finding = try ChunkCheck(track, mediaData: layout.mediaData, reader: reader).run() {
        findings.append(finding)
      }
    } catch {
      if error.endsReading { throw error }
      findings.append(VerificationFinding(error, track: track.id))
    }
  }

  private mutating func checkSyncSamples(_ reader: BoxReader) throws(MP4Error) {
    guard let box = track.tables.syncSamples else { return }
    var table = try TableCursor(reader, box, entrySize: 4)
    var last: UInt32 = 0
    while try table.advance() {
      let number = table.unsigned32()
      guard number > last, number <= track.sampleCount else {
        note(.syncSamples, "key frame \(number) follows \(last), of \(track.sampleCount) samples", box)
        return
      }
      last = number
    }
  }

  private mutating func checkDurations(_ times: SampleTimes) {
    if track.mediaDuration != times.duration {
      note(
        .mediaDuration, "'mdhd' says \(Self.text(track.mediaDuration)), the samples last \(times.duration)",
        track.mediaHeaderBox)
    }
    let edits = track.edits
    // Numbers of at most 96 bits: Int128 cannot overflow. Both sides of the comparison are multiplied by the timescales.
    let movieScale = Int128(movie.timescale)
    let mediaScale = Int128(track.timescale)
    let wanted =
      edits.isEmpty
      ? Int128(times.duration) * movieScale
      : edits.reduce(Int128(0)) { $0 + Int128($1.segmentDuration) } * mediaScale
    let allowed = mediaScale * Int128(max(edits.count, 1))
    let found = track.duration.map { Int128($0) * mediaScale }
    if found.map({ ($0 - wanted).magnitude > allowed.magnitude }) ?? true {
      note(
        .trackDuration, "'tkhd' says \(Self.text(track.duration)), edits and media \(wanted / mediaScale)",
        track.headerBox)
    }
    for edit in edits {
      guard let mediaTime = edit.mediaTime, edit.rate == 0x1_0000 else { continue }
      let end = Int128(mediaTime) * movieScale + Int128(edit.segmentDuration) * mediaScale
      let latest = Int128(times.compositionEnd) * movieScale + mediaScale + movieScale
      if mediaTime < min(times.compositionStart, 0) || end > latest {
        note(
          .editOutsideMedia,
          "an edit shows \(end / movieScale) ticks of media that ends at \(times.compositionEnd)",
          track.editListBox ?? track.headerBox)
        return
      }
    }
  }

  private static func text(_ duration: UInt64?) -> String { duration.map(String.init) ?? "nothing" }

  private mutating func note(_ code: VerificationFinding.Code, _ message: String, _ box: Box) {
    findings.append(
      VerificationFinding(
        code: code, message: "track \(track.id), '\(box.path)': \(message)", track: track.id, offset: box.offset))
  }
}
