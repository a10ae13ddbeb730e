import MP4

/// A movie made box by box: sound by default, each part of which a test may break.
struct TestMovie {
  var brand: BoxType = "isom"
  var version: UInt8 = 0
  var timescale: UInt32 = 1000
  var created: UInt64 = 3_800_000_000
  var duration: UInt64 = 200
  var tracks: [TestTrack] = [TestTrack()]
  var isMovieFirst = true
  /// Header form of the movie and the media data.
  var movieHeader = BoxWriter.HeaderForm.automatic
  var mediaDataHeader = BoxWriter.HeaderForm.automatic
  /// Appended in `moov`, and behind everything.
  var extra: (inout BoxWriter) -> Void = { _ in }
  var trailer: (inout BoxWriter) -> Void = { _ in }

  init(_ change: (inout TestMovie) -> Void = { _ in }) { change(&self) }

  var source: BytesSource { BytesSource(bytes) }

  var bytes: [UInt8] {
    var writer = head
    let sizes = tracks.flatMap(\.chunkSizes)
    let mediaSize = Int(sizes.reduce(0, +))
    let mediaHeader = mediaDataHeader == .large ? 16 : 8
    let movieSize = isMovieFirst ? movie(mediaDataAt: 0).count : 0
    let media = Int64(writer.bytes.count + movieSize + mediaHeader)
    if isMovieFirst { writer.append(contentsOf: movie(mediaDataAt: media)) }
    writer.box("mdat", header: mediaDataHeader) { writer in
      for index in 0..<mediaSize { writer.append(UInt8(truncatingIfNeeded: index &* 31)) }
    }
    if !isMovieFirst { writer.append(contentsOf: movie(mediaDataAt: media)) }
    trailer(&writer)
    return writer.bytes
  }

  /// `ftyp` alone.
  var head: BoxWriter {
    var writer = BoxWriter()
    writer.box("ftyp") { writer in
      writer.append(brand)
      writer.append(UInt32(512))
      writer.append(brand)
      writer.append("mp41" as BoxType)
    }
    return writer
  }

  /// `moov` alone, for chunks that follow each other from an offset.
  func movie(mediaDataAt start: Int64) -> [UInt8] {
    var writer = BoxWriter()
    writer.box("moov", header: movieHeader) { writer in
      writer.fullBox("mvhd", version: version) { writer in
        if version == 1 {
          writer.append(created)
          writer.append(created)
          writer.append(timescale)
          writer.append(duration)
        } else {
          writer.append(UInt32(created))
          writer.append(UInt32(created))
          writer.append(timescale)
          writer.append(UInt32(duration))
        }
        writer.append(zeros: 76)
        writer.append(UInt32(99))
      }
      var next = start
      for track in tracks {
        var offsets: [Int64] = []
        for size in track.chunkSizes {
          offsets.append(next)
          next += size
        }
        track.write(to: &writer, chunkOffsets: offsets)
      }
      extra(&writer)
    }
    return writer.bytes
  }
}

/// The box at a path, the first of each name.
func box(at path: String, in bytes: [UInt8]) throws -> Box? {
  let reader = try BoxReader(BytesSource(bytes))
  var cursor = reader.topLevel()
  var found: Box?
  for name in path.split(separator: "/") {
    found = nil
    while let box = try cursor.next() {
      guard box.type.description == name else { continue }
      found = box
      break
    }
    guard let found else { return nil }
    cursor = try reader.children(of: found)
  }
  return found
}

/// Bytes with a big-endian number put in, `offset` bytes into a box's payload (negative: into its header).
func patched<Integer: FixedWidthInteger>(
  _ bytes: [UInt8], _ path: String, at offset: Int, _ value: Integer
) throws -> [UInt8] {
  guard let box = try box(at: path, in: bytes) else { throw MP4Error(code: .missingBox, message: "no \(path)") }
  var writer = BoxWriter()
  writer.append(value)
  var bytes = bytes
  let start = Int(box.payload.lowerBound) + offset
  bytes.replaceSubrange(start..<start + writer.bytes.count, with: writer.bytes)
  return bytes
}
