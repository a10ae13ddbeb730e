import MP4
import Platform
import Testing

@Suite struct MovieVerificationTests {
  private typealias Code = VerificationFinding.Code
  private let tables = "moov/trak/mdia/minf/stbl"

  private func codes(
    _ bytes: [UInt8], _ requirements: MovieVerification.Requirements = [.movieFirst, .noFragments]
  ) throws -> [VerificationFinding.Code] {
    try MovieVerification(of: BytesSource(bytes), requirements: requirements).findings.map(\.code)
  }

  private func codes(_ change: (inout TestTrack) -> Void) throws -> [VerificationFinding.Code] {
    try codes(TestMovie { $0.tracks = [TestTrack(change)] }.bytes)
  }

  @Test("a sound movie has no findings, in every form that the format knows")
  func sound() throws {
    #expect(try codes { _ in } == [])
    #expect(try codes { $0.version = 1 } == [])
    #expect(try codes { $0.usesLongOffsets = true } == [])
    #expect(try codes { $0.constantSize = 12 } == [])
    #expect(try codes { $0.syncSamples = nil } == [])
    #expect(try codes { $0.smallSizeBits = 8 } == [])
    #expect(try codes { $0.smallSizeBits = 16 } == [])
    #expect(
      try codes {
        $0.smallSizeBits = 4
        $0.sizes = [15, 1, 2, 3, 4, 15, 9]
        $0.chunkSamples = [4, 3]
        $0.chunkRuns = [(1, 4, 1), (2, 3, 1)]
        $0.times = [(7, 1)]
        $0.mediaDuration = 7
        $0.duration = 233
      } == [.movieDuration])
    #expect(
      try codes(
        TestMovie {
          $0.mediaDataHeader = .large
          $0.movieHeader = .large
        }.bytes) == [])
    #expect(try codes(TestMovie { $0.mediaDataHeader = .toEnd }.bytes) == [])
    #expect(
      try codes {
        $0.offsets = [(1, 2), (2, -1), (3, 0)]
        $0.edits = [MovieEdit(segmentDuration: 100, mediaTime: nil), MovieEdit(segmentDuration: 100, mediaTime: 2)]
      } == [])
  }

  @Test("the order of boxes at the top level is checked")
  func order() throws {
    #expect(try codes(TestMovie { $0.isMovieFirst = false }.bytes) == [.movieMisplaced])
    #expect(try codes(TestMovie { $0.isMovieFirst = false }.bytes, []) == [])
    let bytes = TestMovie().bytes
    #expect(try codes(patched(bytes, "ftyp", at: -4, ("free" as BoxType).rawValue)) == [.fileTypeMisplaced])
    #expect(try codes(patched(bytes, "ftyp", at: -4, ("pdin" as BoxType).rawValue)) == [.fileTypeMisplaced])
    #expect(try codes(TestMovie { $0.trailer = { $0.box("junk") { _ in } } }.bytes) == [.unknownBox])
    #expect(try codes(TestMovie { $0.trailer = { $0.append(UInt16(7)) } }.bytes) == [.structure])
    #expect(try codes(TestMovie { $0.trailer = { $0.append(zeros: 4) } }.bytes) == [.structure])
    #expect(try codes(TestMovie { $0.trailer = { $0.append(zeros: 64) } }.bytes) == [.unknownBox])
    #expect(try codes(TestMovie { $0.trailer = { $0.box("moov") { _ in } } }.bytes) == [.structure])
    #expect(try codes(TestMovie { $0.tracks = [] }.bytes) == [.noTracks])
    #expect(try codes(Array(bytes.dropLast())).contains(.structure))
    #expect(try codes(TestMovie().head.bytes) == [.structure])
    #expect(try codes(Array("text text text".utf8)) == [.structure])
  }

  @Test("fragments are a finding unless they are allowed")
  func fragments() throws {
    let movie = TestMovie { $0.extra = { $0.box("mvex") { _ in } } }
    #expect(try codes(movie.bytes) == [.fragmented])
    #expect(try codes(movie.bytes, [.movieFirst]) == [])
  }

  @Test("tables that hold different numbers of samples are found")
  func counts() throws {
    #expect(
      try codes {
        $0.times = [(7, 1)]
        $0.mediaDuration = 7
        $0.duration = 233
      }.first == .sampleCount)
    #expect(
      try codes {
        $0.times = [(5, 1), (0, 9)]
        $0.mediaDuration = 5
        $0.duration = 167
      }.first == .sampleCount)
    #expect(try codes { $0.offsets = [(5, 0)] } == [.sampleCount])
    #expect(try codes { $0.offsets = [(6, 0), (1, 0)] } == [.sampleCount])
    #expect(try codes { $0.chunkRuns = [(1, 4, 1), (2, 1, 1)] } == [.sampleCount])
    #expect(try codes { $0.chunkRuns = [(1, 4, 1)] } == [.sampleCount])
    #expect(
      try codes {
        $0.chunkRuns = []
        $0.chunkSamples = []
      } == [.sampleCount])
    #expect(try codes { $0.chunkRuns = [] } == [.sampleCount])
  }

  @Test("a map of chunks that contradicts itself is found")
  func chunkMap() throws {
    #expect(try codes { $0.chunkRuns = [(2, 4, 1)] } == [.chunkMap])
    #expect(try codes { $0.chunkRuns = [(0, 4, 1), (2, 2, 1)] } == [.chunkMap])
    #expect(try codes { $0.chunkRuns = [(1, 4, 1), (1, 2, 1)] } == [.chunkMap])
    #expect(try codes { $0.chunkRuns = [(1, 4, 1), (2, 2, 2)] } == [.chunkMap])
    #expect(try codes { $0.chunkRuns = [(1, 4, 0), (2, 2, 1)] } == [.chunkMap])
    #expect(try codes { $0.chunkRuns = [(1, 0, 1), (2, 2, 1)] } == [.chunkMap])
    #expect(try codes { $0.chunkRuns = [(1, 4, 1), (2, 2, 1), (3, 1, 1)] } == [.chunkMap])
    #expect(
      try codes {
        $0.formats = ["avc1", "avc1"]
        $0.chunkRuns = [(1, 4, 1), (2, 2, 2)]
      } == [])
  }

  @Test("key frames are ascending and in range")
  func syncSamples() throws {
    #expect(try codes { $0.syncSamples = [0, 1] } == [.syncSamples])
    #expect(try codes { $0.syncSamples = [1, 1] } == [.syncSamples])
    #expect(try codes { $0.syncSamples = [3, 2] } == [.syncSamples])
    #expect(try codes { $0.syncSamples = [1, 7] } == [.syncSamples])
    #expect(try codes { $0.syncSamples = [] } == [])
  }

  @Test("every sample lies inside one mdat")
  func mediaData() throws {
    let bytes = TestMovie().bytes
    let media = try #require(try box(at: "mdat", in: bytes))
    for offset in [0, media.payload.lowerBound - 1, media.end - 109, media.end, Int64(UInt32.max)] {
      let broken = try patched(bytes, "\(tables)/stco", at: 12, UInt32(offset))
      #expect(try codes(broken) == [.sampleOutsideMediaData], "\(offset)")
    }
    let last = try patched(bytes, "\(tables)/stco", at: 12, UInt32(media.end - 110))
    #expect(try codes(last) == [])
    let long = TestMovie { $0.tracks = [TestTrack { $0.usesLongOffsets = true }] }.bytes
    for offset in [UInt64.max, 1 << 63, UInt64(Int64.max)] {
      #expect(try codes(patched(long, "\(tables)/co64", at: 8, offset)) == [.sampleOutsideMediaData])
    }
    let large = try patched(bytes, "\(tables)/stsz", at: 12, UInt32.max)
    #expect(try codes(large) == [.sampleOutsideMediaData])
    let external = try patched(bytes, "moov/trak/mdia/minf/dinf/dref/url ", at: 0, UInt32(0))
    #expect(try codes(external) == [.sampleOutsideMediaData])
  }

  @Test("durations agree within the rounding of the movie's timescale")
  func durations() throws {
    #expect(try codes { $0.mediaDuration = 7 } == [.mediaDuration])
    #expect(try codes { $0.mediaDuration = UInt64(UInt32.max) } == [.mediaDuration])
    #expect(try codes { $0.duration = 201 } == [])
    #expect(try codes { $0.duration = 202 } == [.trackDuration, .movieDuration])
    #expect(try codes { $0.edits = [MovieEdit(segmentDuration: 150, mediaTime: 1)] } == [.trackDuration])
    #expect(try codes(TestMovie { $0.duration = 150 }.bytes) == [.movieDuration])
    #expect(try codes { $0.edits = [MovieEdit(segmentDuration: 200, mediaTime: 0)] } == [])
    #expect(try codes { $0.edits = [MovieEdit(segmentDuration: 200, mediaTime: 2)] } == [.editOutsideMedia])
    #expect(try codes { $0.edits = [MovieEdit(segmentDuration: 200, mediaTime: -2)] } == [.editOutsideMedia])
    #expect(
      try codes {
        $0.edits = [MovieEdit(segmentDuration: 200, mediaTime: 2)]
        $0.offsets = [(6, 2)]
      } == [])
  }

  @Test("sums that overflow are findings, not traps")
  func overflow() throws {
    #expect(try codes { $0.times = [(.max, .max), (.max, .max), (6, 1)] } == [.structure])
    let constant = try patched(
      TestMovie { $0.tracks = [TestTrack { $0.constantSize = 4 }] }.bytes, "\(tables)/stsz", at: 4, UInt32.max)
    #expect(try codes(patched(constant, "\(tables)/stsz", at: 8, UInt32.max)).contains(.sampleCount))
    #expect(
      try codes {
        $0.version = 1
        $0.duration = .max - 1
        $0.mediaDuration = .max - 1
        $0.edits = Array(repeating: MovieEdit(segmentDuration: .max, mediaTime: .max), count: 100)
      }.contains(.editOutsideMedia))
  }

  @Test("a source that cannot be read throws instead of being called unsound")
  func sourceErrors() {
    let source = BytesSource(TestMovie().bytes, failure: .init(code: .inputOutput, message: "cannot read 'x': broken"))
    #expect { try MovieVerification(of: source) } throws: { ($0 as? MP4Error)?.code == .unreadable }
  }
}
