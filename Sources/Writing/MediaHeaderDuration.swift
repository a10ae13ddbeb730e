internal import MP4
internal import Platform

/// Makes a finished track's media header say what its samples amount to.
///
/// libavformat (5.1) writes there how long the track is shown. That is less than its table of sample durations where
/// decoding starts ahead of showing by more than it ends, and ISO/IEC 14496-12, 8.4.2 wants the table's sum.
struct MediaHeaderDuration {
  private let file: FileDescriptor
  private let boxes: [Box]

  /// Finds the media headers of all tracks.
  init(of file: FileDescriptor, stop: StopSignal) throws(MP4Error) {
    self.file = file
    let reader = try BoxReader(FileSource(file, stop: stop))
    var found: [Box] = []
    var top = reader.topLevel()
    while let movie = try top.next() {
      guard movie.type == "moov" else { continue }
      var tracks = try reader.children(of: movie)
      while let track = try tracks.next() {
        guard track.type == "trak", let media = try reader.child("mdia", of: track),
          let header = try reader.child("mdhd", of: media)
        else { continue }
        found.append(header)
      }
      break
    }
    boxes = found
  }

  /// Writes `duration`, given for the header's timescale, where the header says another.
  func set(_ duration: (_ timescale: UInt32) -> UInt64, ofTrack index: Int) throws(PlatformError) {
    guard boxes.indices.contains(index) else { return }
    let payload = boxes[index].payload
    let isLong = try number(at: payload.lowerBound, bytes: 1) == 1
    // Version and flags, creation and modification time, timescale, duration (ISO/IEC 14496-12, 8.4.2).
    let scalePosition = payload.lowerBound + (isLong ? 20 : 12)
    let (position, size) = (scalePosition + 4, isLong ? 8 : 4)
    guard position + Int64(size) <= payload.upperBound else { return }
    let wanted = duration(UInt32(truncatingIfNeeded: try number(at: scalePosition, bytes: 4)))
    guard try number(at: position, bytes: size) != wanted, isLong || wanted < UInt64(UInt32.max) else { return }
    var bytes = wanted.bigEndian
    try withUnsafeBytes(of: &bytes) { buffer throws(PlatformError) in
      try file.write(UnsafeRawBufferPointer(rebasing: buffer.suffix(size)), at: position)
    }
  }

  /// A big-endian number of up to eight bytes.
  private func number(at offset: Int64, bytes count: Int) throws(PlatformError) -> UInt64 {
    var bytes: UInt64 = 0
    try withUnsafeMutableBytes(of: &bytes) { buffer throws(PlatformError) in
      _ = try file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer.suffix(count)), at: offset)
    }
    return UInt64(bigEndian: bytes)
  }
}
