public import Platform

extension MovieStructure {
  /// Reads the structure of `source`; blocks while it does.
  /// - Throws: `MP4Error`: `.notMP4`, `.missingBox` (no `moov`, for one), and what its codes say.
  public init(reading source: any ByteSource, limits: MP4Limits = .standard) throws(MP4Error) {
    let reader = try BoxReader(source, limits: limits)
    try self.init(layout: FileLayout(reader: reader), reader: reader)
  }

  init(layout: FileLayout, reader: BoxReader) throws(MP4Error) {
    guard let movie = layout.movie else {
      if let problem = layout.problems.first { throw problem }
      throw MP4Error(
        code: .missingBox, message: "cannot read the movie: the input has no 'moov' box", offset: reader.size)
    }
    guard try reader.child("cmov", of: movie) == nil else {
      throw .box(movie.path, .unsupported, at: movie.offset, "it is compressed")
    }
    movieBox = movie
    fragmentCount = layout.fragmentCount
    isMovieFirst = layout.mediaData.first.map { movie.offset < $0.lowerBound } ?? true
    problems = layout.problems.map { Problem(code: $0.code, message: $0.message, offset: $0.offset) }
    (majorBrand, compatibleBrands) =
      if let fileType = layout.fileType { try Self.brands(fileType, reader: reader) } else { (nil, []) }

    let header = try reader.required("mvhd", of: movie)
    var fields = try reader.fields(of: header)
    let version = try fields.knownVersion(of: header).version
    creationDate = MovieDate(secondsSince1904: try fields.unsigned(version: version))
    _ = try fields.unsigned(version: version)
    timescale = try fields.unsigned32()
    duration = try fields.duration(version: version)
    guard timescale > 0 else { throw .box(header.path, .invalid, at: header.offset, "its timescale is 0") }

    var tracks: [MovieTrack] = []
    var hasExtends = false
    var ids: Set<UInt32> = []
    var cursor = try reader.children(of: movie)
    while let box = try cursor.next() {
      if box.type == "mvex" { hasExtends = true }
      guard box.type == "trak" else { continue }
      guard tracks.count < reader.limits.maximumListedItems else {
        throw .box(box.path, .limitExceeded, at: box.offset, "there are more than \(tracks.count) tracks")
      }
      let track = try MovieTrack(box, reader: reader, fragmentSampleCounts: layout.fragmentSampleCounts)
      guard ids.insert(track.id).inserted else {
        throw .box(box.path, .invalid, at: box.offset, "its track id \(track.id) is taken already")
      }
      tracks.append(track)
    }
    self.tracks = tracks
    announcesFragments = hasExtends
  }

  private static func brands(
    _ box: Box, reader: BoxReader
  ) throws(MP4Error) -> (major: BoxType, compatible: [BoxType]) {
    var fields = try reader.fields(of: box)
    let major = try fields.type()
    try fields.skip(4)
    var compatible: [BoxType] = []
    while fields.remaining >= 4 { compatible.append(try fields.type()) }
    return (major, compatible)
  }
}
