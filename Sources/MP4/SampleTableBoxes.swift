/// Where a track's sample tables lie; they are read only when something is asked of them.
struct SampleTableBoxes: Hashable, Sendable {
  let description: Box
  let timeToSample: Box
  let compositionOffsets: Box?
  let sampleToChunk: Box
  /// `stsz`, or `stz2` with its small fields.
  let sampleSizes: Box
  /// `stco`, or `co64` with 64-bit offsets.
  let chunkOffsets: Box
  let syncSamples: Box?

  /// Finds the tables in `stbl`.
  /// - Throws: `.missingBox`, `.duplicateBox`.
  init(_ table: Box, reader: BoxReader) throws(MP4Error) {
    var found: [BoxType: Box] = [:]
    var cursor = try reader.children(of: table)
    while let box = try cursor.next() {
      guard Self.kinds.contains(box.type) else { continue }
      guard found.updateValue(box, forKey: box.type) == nil else {
        throw .box(box.path, .duplicateBox, at: box.offset, "there may be only one")
      }
    }
    description = try Self.one(["stsd"], of: found, in: table)
    timeToSample = try Self.one(["stts"], of: found, in: table)
    compositionOffsets = found["ctts"]
    sampleToChunk = try Self.one(["stsc"], of: found, in: table)
    sampleSizes = try Self.one(["stsz", "stz2"], of: found, in: table)
    chunkOffsets = try Self.one(["stco", "co64"], of: found, in: table)
    syncSamples = found["stss"]
  }

  private static let kinds: Set<BoxType> = ["stsd", "stts", "ctts", "stsc", "stsz", "stz2", "stco", "co64", "stss"]

  private static func one(
    _ names: [BoxType], of found: [BoxType: Box], in table: Box
  ) throws(MP4Error) -> Box {
    let boxes = names.compactMap { found[$0] }
    guard let box = boxes.first else {
      let names = names.map(\.description).joined(separator: "' or '")
      throw .box(table.path, .missingBox, at: table.offset, "it has no '\(names)'")
    }
    guard boxes.count == 1 else {
      throw .box(box.path, .duplicateBox, at: box.offset, "'\(boxes[1].type)' is there as well")
    }
    return box
  }
}
