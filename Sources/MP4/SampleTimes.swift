/// Sums over a track's time tables (`stts`, `ctts`), run by run, so that a run of a billion samples costs one step.
struct SampleTimes {
  /// Samples that `stts` has times for.
  private(set) var count: UInt64 = 0
  /// Samples that `ctts` has offsets for; nil without `ctts`.
  private(set) var offsetCount: UInt64?
  /// Sum of all sample durations, in the media's timescale.
  private(set) var duration: UInt64 = 0
  /// Earliest composition time.
  private(set) var compositionStart: Int64 = 0
  /// Latest end of a sample in composition time.
  private(set) var compositionEnd: Int64 = 0

  /// - Throws: `.invalid` where sums overflow or a table does not fit its box.
  init(_ tables: SampleTableBoxes, reader: BoxReader) throws(MP4Error) {
    let box = tables.timeToSample
    var times = try TableCursor(reader, box, entrySize: 8)
    var offsets: OffsetRuns? =
      if let box = tables.compositionOffsets { try OffsetRuns(reader, box) } else { nil }
    var decodeTime: Int64 = 0
    var isFirst = true
    while try times.advance() {
      var left = times.unsigned32()
      let delta = Int64(times.unsigned32(4))
      count += UInt64(left)
      while left > 0 {
        let (run, offset) = try offsets?.take(atMost: left) ?? (left, 0)
        let first = try decodeTime.plus(offset, in: box)
        decodeTime = try decodeTime.plus(Int64(run).times(delta, in: box), in: box)
        compositionStart = isFirst ? first : min(compositionStart, first)
        compositionEnd = max(compositionEnd, try decodeTime.plus(offset, in: box))
        isFirst = false
        left -= run
      }
    }
    duration = UInt64(decodeTime)
    offsetCount = try offsets?.countToEnd()
  }

  /// Runs of equal composition offsets.
  private struct OffsetRuns {
    private var table: TableCursor
    private var left: UInt32 = 0
    private var offset: Int64 = 0
    private var count: UInt64 = 0

    init(_ reader: BoxReader, _ box: Box) throws(MP4Error) {
      table = try TableCursor(reader, box, entrySize: 8)
    }

    /// A run of at most `limit` samples; behind the table's end the rest, with offset 0.
    mutating func take(atMost limit: UInt32) throws(MP4Error) -> (run: UInt32, offset: Int64) {
      while left == 0 {
        guard try advance() else { return (limit, 0) }
      }
      let run = min(limit, left)
      left -= run
      return (run, offset)
    }

    mutating func countToEnd() throws(MP4Error) -> UInt64 {
      while try advance() {}
      return count
    }

    private mutating func advance() throws(MP4Error) -> Bool {
      guard try table.advance() else { return false }
      left = table.unsigned32()
      count += UInt64(left)
      // Version 0 is unsigned by the standard, and signed in what QuickTime writes.
      offset = Int64(Int32(bitPattern: table.unsigned32(4)))
      return true
    }
  }
}
