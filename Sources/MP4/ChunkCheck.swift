/// Follows a track's samples through their chunks into the media data.
struct ChunkCheck {
  private let track: MovieTrack
  private let mediaData: [Range<Int64>]
  private let reader: BoxReader

  /// - Parameter mediaData: Payloads of the `mdat` boxes, ascending.
  init(_ track: MovieTrack, mediaData: [Range<Int64>], reader: BoxReader) {
    self.track = track
    self.mediaData = mediaData
    self.reader = reader
  }

  /// The first thing wrong, or nil.
  func run() throws(MP4Error) -> VerificationFinding? {
    let tables = track.tables
    let isLong = tables.chunkOffsets.type == "co64"
    var offsets = try TableCursor(reader, tables.chunkOffsets, entrySize: isLong ? 8 : 4)
    var runs = try TableCursor(reader, tables.sampleToChunk, entrySize: 12)
    var sizes = try SampleSizeCursor(reader, tables.sampleSizes)

    var samplesLeft = sizes.count
    var samplesPerChunk: UInt32 = 0
    var next = try nextRun(&runs)
    if let next, next.firstChunk != 1 {
      return finding(.chunkMap, "the first run begins at chunk \(next.firstChunk)", tables.sampleToChunk)
    }
    var chunk: UInt32 = 0
    while try offsets.advance() {
      chunk += 1
      if let run = next, run.firstChunk == chunk {
        guard run.samplesPerChunk > 0, run.description >= 1, run.description <= track.sampleEntries.count else {
          return finding(
            .chunkMap, "chunk \(chunk) has \(run.samplesPerChunk) samples of description \(run.description)",
            tables.sampleToChunk)
        }
        samplesPerChunk = run.samplesPerChunk
        next = try nextRun(&runs)
        if let next, next.firstChunk <= chunk {
          return finding(.chunkMap, "runs of chunks are not ascending at \(next.firstChunk)", tables.sampleToChunk)
        }
      }
      guard samplesPerChunk > 0, samplesPerChunk <= samplesLeft else {
        return finding(
          .sampleCount, "chunk \(chunk) has \(samplesPerChunk) samples where \(samplesLeft) are left",
          tables.sampleToChunk)
      }
      samplesLeft -= samplesPerChunk
      let size = try sizes.sum(ofNext: samplesPerChunk)
      let offset = isLong ? offsets.unsigned64() : UInt64(offsets.unsigned32())
      guard isInMediaData(offset, size) else {
        return finding(
          .sampleOutsideMediaData, "chunk \(chunk), \(size) bytes at \(offset), lies outside the media data",
          tables.chunkOffsets)
      }
    }
    if let next {
      return finding(.chunkMap, "a run begins at chunk \(next.firstChunk) of \(chunk)", tables.sampleToChunk)
    }
    return samplesLeft == 0
      ? nil : finding(.sampleCount, "\(samplesLeft) samples are in no chunk", tables.chunkOffsets)
  }

  private typealias Run = (firstChunk: UInt32, samplesPerChunk: UInt32, description: UInt32)

  private func nextRun(_ runs: inout TableCursor) throws(MP4Error) -> Run? {
    try runs.advance() ? (runs.unsigned32(), runs.unsigned32(4), runs.unsigned32(8)) : nil
  }

  /// Whether the bytes lie in one `mdat`: the last that begins at or before them.
  private func isInMediaData(_ offset: UInt64, _ size: Int64) -> Bool {
    guard let start = Int64(exactly: offset) else { return false }
    var low = 0
    var high = mediaData.count
    while low < high {
      let middle = low + (high - low) / 2
      if mediaData[middle].lowerBound <= start { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return false }
    return start <= mediaData[low - 1].upperBound && size <= mediaData[low - 1].upperBound - start
  }

  private func finding(_ code: VerificationFinding.Code, _ message: String, _ box: Box) -> VerificationFinding {
    VerificationFinding(
      code: code, message: "track \(track.id), '\(box.path)': \(message)", track: track.id, offset: box.offset)
  }
}
