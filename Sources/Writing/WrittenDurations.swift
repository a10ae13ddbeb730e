internal import MP4
internal import Platform

/// Makes a finished file's headers say how long its tracks are, where libavformat (5.1) cannot be told.
///
/// - The media header: libavformat writes how long the track is shown. That is less than its table of sample durations
///   where decoding starts ahead of showing by more than it ends, and ISO/IEC 14496-12, 8.4.2 wants the table's sum.
/// - Edit list, track and movie header: libavformat presents all that is in the track; a copy may have to end earlier.
struct WrittenDurations {
  /// The boxes of one track that have a duration.
  private struct Track {
    let mediaHeader: Box
    let trackHeader: Box?
    let editList: Box?
  }

  /// Where a number stands in the file.
  private struct Field {
    let position: Int64
    let size: Int
  }

  private let file: FileDescriptor
  private let movieHeader: Box?
  private let tracks: [Track]

  /// Finds the headers of all tracks.
  init(of file: FileDescriptor, stop: StopSignal) throws(MP4Error) {
    self.file = file
    let reader = try BoxReader(FileSource(file, stop: stop))
    var movieHeader: Box?
    var found: [Track] = []
    var top = reader.topLevel()
    while let movie = try top.next() {
      guard movie.type == "moov" else { continue }
      movieHeader = try reader.child("mvhd", of: movie)
      var children = try reader.children(of: movie)
      while let track = try children.next() {
        guard track.type == "trak", let media = try reader.child("mdia", of: track),
          let header = try reader.child("mdhd", of: media)
        else { continue }
        let edits = try reader.child("edts", of: track)
        found.append(
          Track(
            mediaHeader: header, trackHeader: try reader.child("tkhd", of: track),
            editList: try edits.flatMap { edits throws(MP4Error) in try reader.child("elst", of: edits) }))
      }
      break
    }
    self.movieHeader = movieHeader
    tracks = found
  }

  /// Writes a media's duration, given for its header's timescale, where the header says another.
  func setMedia(_ duration: (_ timescale: UInt32) -> UInt64, ofTrack index: Int) throws(PlatformError) {
    guard tracks.indices.contains(index) else { return }
    let box = tracks[index].mediaHeader
    // Version and flags, creation and modification time, timescale, duration (ISO/IEC 14496-12, 8.4.2).
    let isLong = try isLong(box)
    let scale = Field(position: box.payload.lowerBound + (isLong ? 20 : 12), size: 4)
    let field = Field(position: scale.position + 4, size: isLong ? 8 : 4)
    try set(field, in: box, to: duration(UInt32(truncatingIfNeeded: try number(scale))))
  }

  /// Ends a track's presentation by its edit list, its delay at the start included in `end`.
  /// - Parameter end: In the movie's timescale.
  func setPresentationEnd(_ end: UInt64, ofTrack index: Int) throws(PlatformError) {
    guard tracks.indices.contains(index), let list = tracks[index].editList, let header = tracks[index].trackHeader
    else { return }
    // Version and flags, count; entries of duration, media time and rate (8.6.6).
    let isLong = try isLong(list)
    let entrySize: Int64 = isLong ? 20 : 12
    let count = try number(Field(position: list.payload.lowerBound + 4, size: 4))
    guard count > 0, count <= 16 else { return }
    var before: UInt64 = 0
    for entry in 0..<Int64(count) {
      let field = Field(position: list.payload.lowerBound + 8 + entry * entrySize, size: isLong ? 8 : 4)
      if entry == Int64(count) - 1 {
        try set(field, in: list, to: end > before ? end - before : 0)
      } else {
        before += try number(field)
      }
    }
    // Version and flags, creation and modification time, id, reserved, duration (8.3.2).
    try set(try durationField(of: header, short: 20, long: 28), in: header, to: end)
    try setMovieDuration()
  }

  /// The movie lasts as long as its longest track (8.2.2).
  private func setMovieDuration() throws(PlatformError) {
    guard let movieHeader else { return }
    var longest: UInt64 = 0
    for track in tracks {
      guard let header = track.trackHeader else { continue }
      longest = max(longest, try number(try durationField(of: header, short: 20, long: 28)))
    }
    try set(try durationField(of: movieHeader, short: 16, long: 24), in: movieHeader, to: longest)
  }

  private func durationField(of box: Box, short: Int64, long: Int64) throws(PlatformError) -> Field {
    let isLong = try isLong(box)
    return Field(position: box.payload.lowerBound + (isLong ? long : short), size: isLong ? 8 : 4)
  }

  private func isLong(_ box: Box) throws(PlatformError) -> Bool {
    try number(Field(position: box.payload.lowerBound, size: 1)) == 1
  }

  private func set(_ field: Field, in box: Box, to value: UInt64) throws(PlatformError) {
    guard field.position + Int64(field.size) <= box.payload.upperBound, field.size == 8 || value < UInt64(UInt32.max),
      try number(field) != value
    else { return }
    var bytes = value.bigEndian
    try withUnsafeBytes(of: &bytes) { buffer throws(PlatformError) in
      try file.write(UnsafeRawBufferPointer(rebasing: buffer.suffix(field.size)), at: field.position)
    }
  }

  /// A big-endian number of up to eight bytes.
  private func number(_ field: Field) throws(PlatformError) -> UInt64 {
    var bytes: UInt64 = 0
    try withUnsafeMutableBytes(of: &bytes) { buffer throws(PlatformError) in
      _ = try file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer.suffix(field.size)), at: field.position)
    }
    return UInt64(bigEndian: bytes)
  }
}
