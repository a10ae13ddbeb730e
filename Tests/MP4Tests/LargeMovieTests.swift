import Foundation
import MP4
import Platform
import TestSupport
import Testing

@Suite struct LargeMovieTests {
  /// 48 kHz PCM in two chunks, the second beyond 4 GiB.
  private func sparseMovie(gap: Int64) -> (movie: TestMovie, moov: [UInt8], mediaSize: Int64, start: Int64) {
    let movie = TestMovie { movie in
      movie.brand = "qt  "
      movie.tracks = [
        TestTrack {
          $0.handler = "soun"
          $0.handlerName = "SoundHandler"
          $0.timescale = 48000
          $0.formats = ["sowt"]
          $0.sizes = Array(repeating: 0, count: 9600)
          $0.constantSize = 4
          $0.times = [(9600, 1)]
          $0.syncSamples = nil
          $0.chunkRuns = [(1, 4800, 1)]
          $0.chunkSamples = [4800, 4800]
          $0.usesLongOffsets = true
          $0.mediaDuration = 9600
        }
      ]
    }
    let head = movie.head.bytes.count
    let start = Int64(head + movie.movie(mediaDataAt: 0).count + 16)
    return (movie, movie.movie(mediaDataAt: start), gap + 2 * 19200, start)
  }

  @Test("samples beyond 4 GiB are found in a sparse file, and a byte further is one too far")
  func sparseFile() async throws {
    let gap: Int64 = 5 << 30
    let (movie, moov, mediaSize, start) = sparseMovie(gap: gap)
    let path = "moov/trak/mdia/minf/stbl/co64"
    var writer = movie.head
    let second = UInt64(start + 19200 + gap)
    writer.append(contentsOf: try patched(moov, path, at: 16, second))
    writer.header("mdat", payloadSize: mediaSize)
    #expect(Int64(writer.bytes.count) == start)

    let directory = try TemporaryDirectory()
    let file = try directory.write(writer.bytes, to: "large.mov")
    let handle = try #require(FileHandle(forWritingAtPath: file))
    try handle.truncate(atOffset: UInt64(start + mediaSize))
    try handle.close()

    let source = FileSource(try FileDescriptor.openForReading(file), stop: try StopSignal())
    let verification = try MovieVerification(of: source)
    #expect(verification.findings == [])
    #expect(verification.structure?.tracks.first?.sampleCount == 9600)

    if Program.ffprobe.isPresent {
      let packets = try await Program.ffprobe.run([
        "-v", "error", "-show_entries", "packet=pos", "-of", "csv=p=0", file,
      ]).checked().lines
      #expect(packets.contains(String(second)))
    }

    let tooFar = BytesSource(
      pieces: [(0, movie.head.bytes + (try patched(moov, path, at: 16, second + 1)) + writer.bytes.suffix(16))],
      size: start + mediaSize)
    #expect(try MovieVerification(of: tooFar).findings.map(\.code) == [.sampleOutsideMediaData])
  }

  @Test("ten hours of frames verify, in bounded reads")
  func tenHours() throws {
    let version: UInt8 = 1
    let frames: UInt32 = 10 * 3600 * 30
    let media = UInt64(frames) * 3000
    let movie = TestMovie { movie in
      movie.version = version
      movie.timescale = 90000
      movie.duration = media
      movie.tracks = [
        TestTrack {
          $0.version = version
          $0.timescale = 90000
          $0.sizes = Array(repeating: 1, count: Int(frames))
          $0.times = Array(repeating: (1, 3000), count: Int(frames))
          $0.offsets = Array(repeating: (2, 3000), count: Int(frames) / 2)
          $0.syncSamples = (0..<frames / 60).map { $0 * 60 + 1 }
          $0.chunkRuns = [(1, 30, 1)]
          $0.chunkSamples = Array(repeating: 30, count: Int(frames) / 30)
          $0.edits = [MovieEdit(segmentDuration: media, mediaTime: 3000)]
          $0.duration = media
          $0.mediaDuration = media
        }
      ]
    }
    let moov = movie.movie(mediaDataAt: 1 << 31)
    let head = movie.head.bytes
    var media2 = BoxWriter()
    media2.header("free", payloadSize: (1 << 31) - Int64(head.count + moov.count + 16))
    media2.header("mdat", payloadSize: Int64(frames))
    let source = BytesSource(
      pieces: [
        (0, head + moov), (Int64(head.count + moov.count), Array(media2.bytes.prefix(8))),
        ((1 << 31) - 8, Array(media2.bytes.suffix(8))),
      ],
      size: (1 << 31) + Int64(frames))
    let verification = try MovieVerification(of: source)
    #expect(verification.findings == [])
    #expect(verification.structure?.tracks.first?.sampleCount == frames)
    #expect(source.largestRead <= 64 << 10)
    #expect(source.bytesRead < moov.count + (64 << 10))
  }

  @Test("durations beyond 32 bits need version 1, and are exact")
  func longDurations() throws {
    let scale: UInt32 = 10_000_000
    let ticks = UInt64(scale) * 36000
    #expect(ticks > UInt64(UInt32.max))
    let movie = TestMovie { movie in
      movie.version = 1
      movie.timescale = scale
      movie.duration = ticks
      movie.tracks = [
        TestTrack {
          $0.version = 1
          $0.timescale = scale
          $0.times = [(6, scale * 300), (0, 0)]
          $0.mediaDuration = UInt64(scale) * 1800
          $0.edits = [
            MovieEdit(segmentDuration: ticks - UInt64(scale) * 1800, mediaTime: nil),
            MovieEdit(segmentDuration: UInt64(scale) * 1800, mediaTime: 0),
          ]
          $0.duration = ticks
        }
      ]
    }
    let verification = try MovieVerification(of: movie.source)
    #expect(verification.findings == [])
    #expect(verification.structure?.duration == ticks)
    #expect(verification.structure?.tracks.first?.edits.first?.segmentDuration == ticks - UInt64(scale) * 1800)
  }
}
