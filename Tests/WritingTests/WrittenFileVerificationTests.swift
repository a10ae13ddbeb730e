import Codecs
import Media
import Platform
import Settings
import TestSupport
import Testing

@testable import Writing

@Suite struct WrittenFileVerificationTests {
  private func written() async throws -> (clip: WrittenClip, report: WriterReport) {
    let source = try await SourceClip(.corners)
    let clip = try WrittenClip()
    let report = try await clip.write([
      (AssetWriterInput(video: .test(), timeBase: try source.stream(.video).timeBase), try source.pictures()),
      (AssetWriterInput(audio: .test()), try source.sound(sampleRate: 48000, channels: 2)),
    ])
    return (clip, report)
  }

  private func message(
    _ file: FileDescriptor, _ report: WriterReport, _ expectations: WrittenFileVerification.Expectations = .init()
  ) throws -> String? {
    do throws(WritingError) {
      try WrittenFileVerification.verify(file, against: report, expecting: expectations, stop: try makeStop())
      return nil
    } catch {
      #expect(error.code == .verificationFailed)
      return error.message
    }
  }

  private func makeStop() throws(WritingError) -> StopSignal {
    do { return try StopSignal() } catch { throw WritingError(code: .inputOutput, message: error.message) }
  }

  private func changed(
    _ track: TrackReport, packets: Int = 0, keyFrames: Int = 0, duration: MediaTime = .zero
  ) -> TrackReport {
    TrackReport(
      input: track.input, number: track.number, format: track.format, packetCount: track.packetCount + packets,
      byteCount: track.byteCount, keyFrameCount: track.keyFrameCount + keyFrames, startTime: track.startTime,
      duration: track.duration + duration, correctedTimes: 0)
  }

  private func report(_ tracks: [TrackReport]) -> WriterReport {
    WriterReport(tracks: tracks, omittedInputs: [], byteCount: 0, movieTimescale: 48000)
  }

  @Test("Whatever differs from the report is named")
  func differences() async throws {
    let (clip, written) = try await written()
    let (video, audio) = (written.tracks[0], written.tracks[1])
    #expect(try message(clip.file, written, .init(pictureSize: PixelSize(width: 320, height: 240))) == nil)
    let cases: [(WriterReport, String)] = [
      (report([video]), "2 tracks, not 1"),
      (report([changed(video, packets: 1), audio]), "30 samples, not 31"),
      (report([changed(video, keyFrames: 1), audio]), "1 key frames, not 2"),
      (report([video, changed(audio, duration: MediaTime(value: 3, timescale: 48000))]), "lasts 48128 of 48131"),
      (
        report([
          changed(audio, packets: -18, duration: MediaTime(value: -128, timescale: 48000)),
          changed(video, packets: 18, duration: MediaTime(value: 128, timescale: 48000)),
        ]), "is not audio"
      ),
    ]
    for (report, expected) in cases {
      let found = try message(clip.file, report)
      #expect(found?.contains(expected) == true, "\(found ?? "nothing")")
    }
    let size = try message(clip.file, written, .init(pictureSize: PixelSize(width: 160, height: 120)))
    #expect(size?.contains("shows 320x240, not 160x120") == true)
  }

  @Test("A file that was cut, or whose pictures are damaged, does not pass")
  func damage() async throws {
    let (clip, report) = try await written()
    let bytes = try FileBytes.read(clip.path)
    let cut = try clip.directory.write(Array(bytes.prefix(bytes.count - 100)), to: "cut.mp4")
    #expect(try message(try FileDescriptor.openForReading(cut), report) != nil)
    let movie = try BoxTree(path: clip.path).boxes.prefix { $0.type != "mdat" }
    let start = BoxTree.size(of: movie)
    let noise = bytes.prefix(start + 8) + bytes.dropFirst(start + 8).map { _ in UInt8(0xff) }
    let damaged = try clip.directory.write(Array(noise), to: "damaged.mp4")
    #expect(try message(try FileDescriptor.openForReading(damaged), report) != nil)
  }
}

extension BoxTree {
  /// Bytes that boxes take.
  static func size(of boxes: some Sequence<Box>) -> Int {
    boxes.reduce(0) { $0 + 8 + $1.payload.count + size(of: $1.children) }
  }
}
