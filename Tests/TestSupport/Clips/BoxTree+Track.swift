extension BoxTree {
  /// Writes the matrix of a track's header.
  public mutating func setMatrix(_ matrix: [Int32], ofTrack index: Int) throws {
    var all = tracks
    guard index < all.count, var header = all[index]["tkhd"], let version = header.payload.first else {
      throw TestSupportError("no header of track \(index)")
    }
    let start = version == 1 ? 52 : 40
    header.payload.replaceSubrange(
      start..<start + 36, with: matrix.flatMap { UInt32(bitPattern: $0).bigEndianBytes })
    all[index]["tkhd"] = header
    tracks = all
  }

  /// Renames the first sample entry of a track and its `esds`, so that nobody knows its codec.
  public mutating func setSampleEntry(_ type: String, ofTrack index: Int) throws {
    var all = tracks
    guard index < all.count, var description = all[index]["mdia/minf/stbl/stsd"], !description.children.isEmpty else {
      throw TestSupportError("no sample entry of track \(index)")
    }
    description.children[0].type = type
    if let esds = description.children[0].payload.firstRange(of: Array("esds".utf8)) {
      description.children[0].payload.replaceSubrange(esds, with: Array("d\(type.dropLast())".utf8))
    }
    all[index]["mdia/minf/stbl/stsd"] = description
    tracks = all
  }

  /// One entry of an edit list: duration in the movie's timescale, start in the track's (-1 is an empty edit).
  public struct Edit: Sendable {
    public var duration: Int
    public var mediaTime: Int

    public init(duration: Int, mediaTime: Int) { (self.duration, self.mediaTime) = (duration, mediaTime) }
  }

  /// Replaces a track's edit list.
  public mutating func setEdits(_ edits: [Edit], ofTrack index: Int) throws {
    var all = tracks
    guard index < all.count else { throw TestSupportError("no track \(index)") }
    let entries = edits.flatMap { edit -> [UInt8] in
      UInt32(edit.duration).bigEndianBytes + UInt32(bitPattern: Int32(edit.mediaTime)).bigEndianBytes + [0, 1, 0, 0]
    }
    let list = Box("elst", payload: [0, 0, 0, 0] + UInt32(edits.count).bigEndianBytes + entries)
    let edts = Box("edts", children: [list])
    if all[index]["edts"] != nil {
      all[index]["edts"] = edts
    } else {
      all[index].children.insert(edts, at: 1)
    }
    tracks = all
  }

  /// Ticks a second of the movie's times (edit durations).
  public var movieTimescale: Int { timescale(moov["mvhd"]) }

  /// Ticks a second of a track's media.
  public func mediaTimescale(ofTrack index: Int) -> Int { timescale(tracks[index]["mdia/mdhd"]) }

  private func timescale(_ header: Box?) -> Int {
    guard let payload = header?.payload, let version = payload.first else { return 0 }
    let start = version == 1 ? 20 : 12
    return Int(UInt32(bigEndianBytes: payload[start..<start + 4]))
  }
}
