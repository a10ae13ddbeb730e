import MP4

/// One track of a made movie: sound tables and durations by default, each of which a test may break.
struct TestTrack {
  var id: UInt32 = 1
  var handler: BoxType = "vide"
  var handlerName = "VideoHandler"
  var version: UInt8 = 0
  var flags: UInt32 = 3
  var timescale: UInt32 = 30
  var language: UInt16 = 0x55C4
  var created: UInt64 = 3_800_000_000
  var matrix: [Int32] = [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000]
  var formats: [BoxType] = ["avc1"]
  var sizes: [UInt32] = [100, 20, 30, 40, 50, 60]
  /// All samples have this size instead, `sizes` telling only how many.
  var constantSize: UInt32?
  /// Bits of `stz2`'s sizes; nil writes `stsz`.
  var smallSizeBits: UInt8?
  var times: [(count: UInt32, delta: UInt32)] = [(6, 1)]
  var offsets: [(count: UInt32, offset: Int32)]?
  var syncSamples: [UInt32]? = [1, 4]
  var chunkRuns: [(first: UInt32, samples: UInt32, description: UInt32)] = [(1, 4, 1), (2, 2, 1)]
  /// Samples of each chunk, for laying them out; follows from `chunkRuns` in a sound movie.
  var chunkSamples = [4, 2]
  var usesLongOffsets = false
  var edits: [MovieEdit] = []
  var duration: UInt64 = 200
  var mediaDuration: UInt64 = 6
  /// Appended in `trak`, in `minf`, and in each sample entry.
  var extra: (inout BoxWriter) -> Void = { _ in }
  var informationExtra: (inout BoxWriter) -> Void = { _ in }
  var entryExtra: (inout BoxWriter) -> Void = { _ in }

  init(_ change: (inout TestTrack) -> Void = { _ in }) { change(&self) }

  var chunkSizes: [Int64] {
    var next = 0
    return chunkSamples.map { count in
      defer { next += count }
      if let constantSize { return Int64(constantSize) * Int64(count) }
      return sizes[min(next, sizes.count)..<min(next + count, sizes.count)].reduce(0) { $0 + Int64($1) }
    }
  }

  func write(to writer: inout BoxWriter, chunkOffsets: [Int64]) {
    writer.box("trak") { writer in
      writer.fullBox("tkhd", version: version, flags: flags) { writer in
        appendTimes(to: &writer)
        writer.append(id)
        writer.append(zeros: 4)
        append(duration, to: &writer)
        writer.append(zeros: 10)
        writer.append(Int16(0))
        writer.append(zeros: 4)
        for value in matrix { writer.append(value) }
        writer.append(UInt32(640 << 16))
        writer.append(UInt32(480 << 16))
      }
      if !edits.isEmpty { writer.box("edts") { writeEdits(to: &$0) } }
      writer.box("mdia") { writer in
        writer.fullBox("mdhd", version: version) { writer in
          appendTimes(to: &writer)
          writer.append(timescale)
          append(mediaDuration, to: &writer)
          writer.append(language)
          writer.append(UInt16(0))
        }
        writer.fullBox("hdlr") { writer in
          writer.append(UInt32(0))
          writer.append(handler)
          writer.append(zeros: 12)
          writer.append(text: handlerName)
        }
        writer.box("minf") { writer in
          writer.box("dinf") {
            $0.fullBox("dref") {
              $0.append(UInt32(1))
              $0.fullBox("url ", flags: 1) { _ in }
            }
          }
          writer.box("stbl") { writeTables(to: &$0, chunkOffsets: chunkOffsets) }
          informationExtra(&writer)
        }
      }
      extra(&writer)
    }
  }

  private func append(_ value: UInt64, to writer: inout BoxWriter) {
    if version == 1 { writer.append(value) } else { writer.append(UInt32(truncatingIfNeeded: value)) }
  }

  private func appendTimes(to writer: inout BoxWriter) {
    append(created, to: &writer)
    append(created, to: &writer)
  }

  private func writeEdits(to writer: inout BoxWriter) {
    writer.fullBox("elst", version: version) { writer in
      writer.append(UInt32(edits.count))
      for edit in edits {
        append(edit.segmentDuration, to: &writer)
        append(UInt64(bitPattern: edit.mediaTime ?? -1), to: &writer)
        writer.append(edit.rate)
      }
    }
  }

  private func writeTables(to writer: inout BoxWriter, chunkOffsets: [Int64]) {
    writer.fullBox("stsd") { writer in
      writer.append(UInt32(formats.count))
      for format in formats { writeEntry(format, to: &writer) }
    }
    writer.table("stts", times.map { [$0.count, $0.delta] })
    if let offsets {
      writer.table("ctts", version: 1, offsets.map { [$0.count, UInt32(bitPattern: $0.offset)] })
    }
    if let syncSamples { writer.table("stss", syncSamples.map { [$0] }) }
    writer.table("stsc", chunkRuns.map { [$0.first, $0.samples, $0.description] })
    writeSizes(to: &writer)
    if usesLongOffsets {
      writer.fullBox("co64") { writer in
        writer.append(UInt32(chunkOffsets.count))
        for offset in chunkOffsets { writer.append(offset) }
      }
    } else {
      writer.table("stco", chunkOffsets.map { [UInt32(truncatingIfNeeded: $0)] })
    }
  }

  private func writeEntry(_ format: BoxType, to writer: inout BoxWriter) {
    writer.box(format) { writer in
      writer.append(zeros: 6)
      writer.append(UInt16(1))
      if handler == "vide" {
        writer.append(zeros: 16)
        writer.append(UInt16(640))
        writer.append(UInt16(480))
        writer.append(UInt32(72 << 16))
        writer.append(UInt32(72 << 16))
        writer.append(zeros: 4)
        writer.append(UInt16(1))
        writer.append(zeros: 32)
        writer.append(UInt16(24))
        writer.append(Int16(-1))
      } else if handler == "soun" {
        writer.append(zeros: 8)
        writer.append(UInt16(2))
        writer.append(UInt16(16))
        writer.append(zeros: 4)
        writer.append(timescale << 16)
      }
      entryExtra(&writer)
    }
  }

  private func writeSizes(to writer: inout BoxWriter) {
    guard let bits = smallSizeBits else {
      writer.fullBox("stsz") { writer in
        writer.append(constantSize ?? 0)
        writer.append(UInt32(sizes.count))
        if constantSize == nil { for size in sizes { writer.append(size) } }
      }
      return
    }
    writer.fullBox("stz2") { writer in
      writer.append(UInt32(bits))
      writer.append(UInt32(sizes.count))
      switch bits {
      case 4:
        for index in stride(from: 0, to: sizes.count, by: 2) {
          let second = index + 1 < sizes.count ? sizes[index + 1] : 0
          writer.append(UInt8(sizes[index] << 4 | second))
        }
      case 8: for size in sizes { writer.append(UInt8(size)) }
      default: for size in sizes { writer.append(UInt16(size)) }
      }
    }
  }
}

extension BoxWriter {
  /// A full box with a count and rows of 32-bit numbers.
  mutating func table(_ type: BoxType, version: UInt8 = 0, _ rows: [[UInt32]]) {
    fullBox(type, version: version) { writer in
      writer.append(UInt32(rows.count))
      for value in rows.joined() { writer.append(value) }
    }
  }
}
