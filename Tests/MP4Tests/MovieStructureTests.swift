import MP4
import Testing

@Suite struct MovieStructureTests {
  private func error(_ bytes: [UInt8], limits: MP4Limits = .standard) -> MP4Error? {
    do throws(MP4Error) {
      _ = try MovieStructure(reading: BytesSource(bytes), limits: limits)
      return nil
    } catch {
      return error
    }
  }

  @Test("headers of both versions say the same", arguments: [0, 1] as [UInt8])
  func headers(version: UInt8) throws {
    let movie = try MovieStructure(
      reading: TestMovie { movie in
        movie.version = version
        movie.tracks = [
          TestTrack {
            $0.version = version
            $0.id = 7
            $0.matrix = [0, 0x1_0000, 0, -0x1_0000, 0, 0, 480 << 16, 0, 0x4000_0000]
            $0.edits = [
              MovieEdit(segmentDuration: 100, mediaTime: nil),
              MovieEdit(segmentDuration: 100, mediaTime: 2),
              MovieEdit(segmentDuration: 5, mediaTime: -3, rate: 0x8000),
            ]
          }
        ]
      }.source)
    #expect(movie.majorBrand == "isom")
    #expect(movie.compatibleBrands == ["isom", "mp41"])
    #expect(movie.timescale == 1000)
    #expect(movie.duration == 200)
    #expect(movie.creationDate.unixSeconds == 1_717_155_200)
    #expect(movie.isMovieFirst && !movie.isFragmented && !movie.announcesFragments && !movie.isQuickTime)
    #expect(movie.problems.isEmpty)

    let track = try #require(movie.tracks.first)
    #expect(track.id == 7)
    #expect(track.isEnabled)
    #expect(track.handler == "vide")
    #expect(track.handlerName == "VideoHandler")
    #expect(track.timescale == 30)
    #expect(track.duration == 200)
    #expect(track.mediaDuration == 6)
    #expect(track.mediaCreationDate == movie.creationDate)
    #expect(track.language == "und")
    #expect(track.sampleCount == 6)
    #expect(track.matrix == [0, 0x1_0000, 0, -0x1_0000, 0, 0, 480 << 16, 0, 0x4000_0000])
    #expect(track.displayWidth == 640 << 16 && track.displayHeight == 480 << 16)
    #expect(track.edits.map(\.mediaTime) == [nil, 2, -3])
    #expect(track.edits.map(\.segmentDuration) == [100, 100, 5])
    #expect(track.edits.map(\.rate) == [0x1_0000, 0x1_0000, 0x8000])
    #expect(track.sampleEntries.map(\.width) == [640])
    #expect(!track.isEncrypted && !track.hasExternalData)
  }

  @Test("two sample entries are two, each with its size")
  func parameterSetChange() throws {
    let movie = try MovieStructure(
      reading: TestMovie { $0.tracks = [TestTrack { $0.formats = ["avc1", "avc1"] }] }.source)
    #expect(movie.tracks.first?.sampleEntries.map(\.format) == ["avc1", "avc1"])
  }

  @Test(
    "encryption shows by its format and by sinf, with the original format", arguments: ["vide", "soun"] as [BoxType])
  func encryption(handler: BoxType) throws {
    func entry(_ format: BoxType, _ extra: @escaping (inout BoxWriter) -> Void) throws -> SampleEntry? {
      try MovieStructure(
        reading: TestMovie { movie in
          movie.tracks = [
            TestTrack {
              $0.handler = handler
              $0.formats = [format]
              $0.entryExtra = extra
            }
          ]
        }.source
      ).tracks.first?.sampleEntries.first
    }
    let original: BoxType = handler == "vide" ? "hvc1" : "mp4a"
    let protected = try entry("encx") { $0.box("sinf") { $0.box("frma") { $0.append(original) } } }
    #expect(protected?.isEncrypted == true)
    #expect(protected?.originalFormat == original)
    #expect(try entry("drms") { _ in }?.isEncrypted == true)
    #expect(try entry("enca") { $0.append(contentsOf: [1, 2, 3, 4, 5, 6, 7, 8, 9]) }?.isEncrypted == true)
    #expect(try entry("mp4a") { $0.append(contentsOf: [0, 0, 9, 9, 9, 9, 9, 9, 9]) }?.isEncrypted == false)
  }

  @Test("language is three letters, or nothing for QuickTime's numbers")
  func languages() throws {
    func language(_ code: UInt16) throws -> String? {
      try MovieStructure(reading: TestMovie { $0.tracks = [TestTrack { $0.language = code }] }.source).tracks[0]
        .language
    }
    #expect(try language(0x10A7) == "deg")
    #expect(try language(0x15C7) == "eng")
    #expect(try language(0) == nil)
    #expect(try language(0x7FFF) == nil)
    #expect(try language(0x0400) == nil)
  }

  @Test("a date that counts from 1970 by mistake is taken so, and 0 is none")
  func dates() {
    #expect(MovieDate(secondsSince1904: 0).unixSeconds == nil)
    #expect(MovieDate(secondsSince1904: 1_600_000_000).unixSeconds == 1_600_000_000)
    #expect(MovieDate(secondsSince1904: 2_082_844_801).unixSeconds == 1)
    #expect(MovieDate(secondsSince1904: .max).unixSeconds == nil)
  }

  @Test("unknown durations are nil in both versions", arguments: [0, 1] as [UInt8])
  func unknownDurations(version: UInt8) throws {
    let movie = try MovieStructure(
      reading: TestMovie { movie in
        movie.version = version
        movie.duration = version == 0 ? UInt64(UInt32.max) : .max
        movie.tracks = [
          TestTrack {
            $0.version = version
            $0.duration = .max
            $0.mediaDuration = .max
          }
        ]
      }.source)
    #expect(movie.duration == nil)
    #expect(movie.tracks[0].duration == nil)
    #expect(movie.tracks[0].mediaDuration == nil)
  }

  @Test("fragments are counted with their samples, and announced apart from being there")
  func fragments() throws {
    let announced = TestMovie { $0.extra = { $0.box("mvex") { $0.box("trex") { $0.append(zeros: 24) } } } }
    let still = try MovieStructure(reading: announced.source)
    #expect(still.announcesFragments && !still.isFragmented)

    var fragmented = announced
    fragmented.trailer = { writer in
      for samples in [3, 4] as [UInt32] {
        writer.box("moof") { writer in
          writer.box("traf") { writer in
            writer.fullBox("tfhd") { $0.append(UInt32(1)) }
            writer.fullBox("trun") { $0.append(samples) }
            writer.fullBox("trun") { $0.append(UInt32(1)) }
          }
        }
        writer.box("mdat") { _ in }
      }
    }
    let movie = try MovieStructure(reading: fragmented.source)
    #expect(movie.fragmentCount == 2 && movie.isFragmented)
    #expect(movie.tracks[0].fragmentSampleCount == 9)
    #expect(movie.tracks[0].sampleCount == 6)
  }

  @Test("what is not MP4 is told apart from what is broken")
  func otherFormats() {
    #expect(error([])?.code == .notMP4)
    #expect(error(Array("short".utf8))?.code == .notMP4)
    #expect(error(Array("#EXTM3U\n#EXT-X-VERSION:3\n".utf8))?.code == .notMP4)
    #expect(error([0x1A, 0x45, 0xDF, 0xA3, 0, 0, 0, 0, 0, 0])?.code == .notMP4)
    #expect(error([UInt8](repeating: 0, count: 64))?.code == .notMP4)
    #expect(error(TestMovie().head.bytes)?.code == .missingBox)
    #expect(error(TestMovie().head.bytes)?.message == "cannot read the movie: the input has no 'moov' box")
  }

  @Test("a file cut anywhere before the end of its movie box is an error, behind it a problem")
  func truncation() throws {
    let bytes = TestMovie().bytes
    let movie = try #require(try box(at: "moov", in: bytes))
    for count in 0..<Int(movie.end) {
      #expect(error(Array(bytes.prefix(count))) != nil, "\(count) bytes")
    }
    for count in Int(movie.end) + 1..<bytes.count {
      #expect(
        try MovieStructure(reading: BytesSource(Array(bytes.prefix(count)))).problems.count == 1, "\(count) bytes")
    }
    #expect(try MovieStructure(reading: BytesSource(bytes)).problems.isEmpty)
  }

  @Test(
    "each missing box is named",
    arguments: ["mvhd", "tkhd", "mdia", "mdhd", "hdlr", "minf", "stbl", "stsd", "stts", "stsc", "stsz", "stco"])
  func missingBoxes(name: String) throws {
    let bytes = TestMovie().bytes
    let paths =
      ["moov/\(name)", "moov/trak/\(name)", "moov/trak/mdia/\(name)"]
      + ["moov/trak/mdia/minf/\(name)", "moov/trak/mdia/minf/stbl/\(name)"]
    let path = try #require(try paths.first { try box(at: $0, in: bytes) != nil })
    let found = error(try patched(bytes, path, at: -4, ("free" as BoxType).rawValue))
    #expect(found?.code == .missingBox)
    #expect(found?.message.contains("'\(name)'") == true)
    #expect(found?.offset != nil)
  }

  @Test("contradictions inside the movie box are errors with an offset")
  func contradictions() throws {
    let sound = TestMovie { $0.tracks = [TestTrack { $0.edits = [MovieEdit(segmentDuration: 200, mediaTime: 0)] }] }
      .bytes
    let tables = "moov/trak/mdia/minf/stbl"
    let cases: [(path: String, at: Int, value: UInt32, code: MP4Error.Code)] = [
      ("moov/mvhd", 12, 0, .invalid), ("moov/trak/mdia/mdhd", 12, 0, .invalid), ("moov/trak/tkhd", 12, 0, .invalid),
      ("moov/mvhd", 0, 2 << 24, .unsupported), ("moov/trak/tkhd", 0, 9 << 24, .unsupported),
      ("moov/trak/edts/elst", 0, 3 << 24, .unsupported), ("moov/trak/edts/elst", 4, .max, .invalid),
      ("moov/trak/edts/elst", 4, 2, .invalid), ("\(tables)/stsd", 4, 2, .invalid),
      ("\(tables)/stsz", 8, .max, .invalid), ("\(tables)/stsz", 8, 7, .invalid),
    ]
    for item in cases {
      let found = error(try patched(sound, item.path, at: item.at, item.value))
      #expect(found?.code == item.code, "\(item.path) at \(item.at): \(String(describing: found))")
      #expect(found?.offset != nil)
    }
    let twins = TestMovie { $0.tracks = [TestTrack(), TestTrack()] }.bytes
    #expect(error(twins)?.code == .invalid)
    let doubled = TestMovie { $0.tracks = [TestTrack { $0.extra = { $0.box("mdia") { _ in } } }] }.bytes
    #expect(error(doubled)?.code == .duplicateBox)
    #expect(error(TestMovie { $0.extra = { $0.box("cmov") { _ in } } }.bytes)?.code == .unsupported)
  }

  @Test("a constant sample size may claim four billion samples, and costs nothing")
  func hugeClaims() throws {
    var bytes = TestMovie { $0.tracks = [TestTrack { $0.constantSize = 4 }] }.bytes
    bytes = try patched(bytes, "moov/trak/mdia/minf/stbl/stsz", at: 8, UInt32.max)
    let source = BytesSource(bytes)
    #expect(try MovieStructure(reading: source).tracks[0].sampleCount == .max)
    #expect(source.bytesRead < 8192)
  }

  @Test("tracks and edits kept in memory are limited")
  func listLimits() {
    let limits = MP4Limits(maximumListedItems: 2)
    let edits = TestMovie { movie in
      movie.tracks = [
        TestTrack { $0.edits = Array(repeating: MovieEdit(segmentDuration: 1, mediaTime: 0), count: 3) }
      ]
    }
    #expect(error(edits.bytes, limits: limits)?.code == .limitExceeded)
    let tracks = TestMovie { movie in movie.tracks = (1...3).map { id in TestTrack { $0.id = UInt32(id) } } }
    #expect(error(tracks.bytes, limits: limits)?.code == .limitExceeded)
  }
}
