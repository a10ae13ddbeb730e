import Codecs
import Glibc
import Media
import Platform
import Settings
import TestSupport
import Testing

@testable import Writing

/// What goes wrong, and what callers see of it.
@Suite struct AssetWriterFailureTests {
  private static let unit = Rational(1, 90000)

  private func pictures() async throws -> [SampleBuffer] {
    try await SourceClip(.noAudio).pictures().enumerated().map { index, picture in
      try picture.moved(to: Int64(index) * 3000, duration: 3000, timeBase: Self.unit)
    }
  }

  private func code(_ body: () async throws(WritingError) -> Void) async -> WritingError.Code? {
    do throws(WritingError) {
      try await body()
      return nil
    } catch {
      return error.code
    }
  }

  @Test("Calls out of order are refused")
  func order() async throws {
    let picture = try #require(try await pictures().first)
    let clip = try WrittenClip()
    let input = AssetWriterInput(video: .test(), timeBase: Self.unit)
    #expect(await code { () throws(WritingError) in try await input.append(picture) } == .invalidState)
    try await clip.writer.add(input)
    #expect(await code { () throws(WritingError) in try await clip.writer.add(input) } == .invalidState)
    #expect(await code { () throws(WritingError) in try await input.append(picture) } == .invalidState)
    try await clip.writer.startWriting()
    #expect(await code { () throws(WritingError) in try await clip.writer.startWriting() } == .invalidState)
    try await input.append(picture)
    input.markAsFinished()
    input.markAsFinished()
    #expect(await code { () throws(WritingError) in try await input.append(picture) } == .invalidState)
    _ = try await clip.writer.finishWriting()
    #expect(await code { () throws(WritingError) in _ = try await clip.writer.finishWriting() } == .invalidState)
    #expect(await code { () throws(WritingError) in try await input.append(picture) } == .invalidState)
  }

  @Test("Without a single sample there is no file, and an error that says so")
  func empty() async throws {
    let clip = try WrittenClip()
    try await clip.writer.add(AssetWriterInput(audio: .test()))
    try await clip.writer.add(AssetWriterInput(video: .test(), timeBase: Self.unit))
    try await clip.writer.startWriting()
    #expect(await code { () throws(WritingError) in _ = try await clip.writer.finishWriting() } == .noSamples)
    #expect(try clip.file.size() == 0)
  }

  @Test("A picture of another size poisons the writer")
  func wrongSize() async throws {
    let pictures = try await pictures()
    let clip = try WrittenClip()
    let input = AssetWriterInput(video: .test(640, 480), timeBase: Self.unit)
    try await clip.writer.add(input)
    try await clip.writer.startWriting()
    var codes: [WritingError.Code?] = []
    for picture in pictures { codes.append(await code { () throws(WritingError) in try await input.append(picture) }) }
    #expect(codes.last == .unsuitableSample)
    #expect(await code { () throws(WritingError) in _ = try await clip.writer.finishWriting() } == .unsuitableSample)
    #expect(await code { () throws(WritingError) in try await clip.writer.startWriting() } == .unsuitableSample)
  }

  @Test("A packet where pictures are wanted, and a picture where packets are, are refused")
  func wrongKind() async throws {
    let source = try await SourceClip(.noAudio)
    let stream = try source.stream(.video)
    let packet = try #require(try source.packets(.video).first)
    let picture = try #require(try source.pictures().first)
    for (input, sample) in [
      (AssetWriterInput(video: .test(), timeBase: stream.timeBase), packet),
      (AssetWriterInput(audio: .test()), packet),
      (AssetWriterInput(copying: stream.format, timeBase: stream.timeBase), picture),
    ] {
      let clip = try WrittenClip()
      try await clip.writer.add(input)
      try await clip.writer.startWriting()
      try await input.append(sample)
      #expect(await code { () throws(WritingError) in _ = try await clip.writer.finishWriting() } == .unsuitableSample)
    }
  }

  @Test("A full disk is told as such, by the file's name")
  func fullDevice() async throws {
    let pictures = try await pictures()
    let opened = open("/dev/full", O_RDWR | O_CLOEXEC)
    let file = FileDescriptor(adopting: try #require(opened >= 0 ? opened : nil), name: "/dev/full")
    let writer = try AssetWriter(file: file, container: .mp4, stop: StopSignal(), creationTime: nil)
    let input = AssetWriterInput(video: .test(), timeBase: Self.unit)
    try await writer.add(input)
    try await writer.startWriting()
    let result = await code { () throws(WritingError) in
      for picture in pictures { try await input.append(picture) }
      _ = try await writer.finishWriting()
    }
    #expect(result == .noSpace)
    let again = await #expect(throws: WritingError.self) { _ = try await writer.finishWriting() }
    #expect(again?.message.contains("/dev/full") == true)
  }

  @Test(
    "A disk that fills up in the middle ends the appends", .enabled(if: SmallDisk.isAvailable, "needs root to mount"))
  func smallDisk() async throws {
    let source = try await SourceClip(.noAudio)
    let stream = try source.stream(.video)
    let packets = try source.packets(.video)
    let disk = try SmallDisk()
    let file = try WrittenClip.create(disk.path + "/clip.mp4")
    let writer = try AssetWriter(file: file, container: .mp4, stop: StopSignal(), creationTime: nil)
    let input = AssetWriterInput(copying: stream.format, timeBase: stream.timeBase)
    try await writer.add(input)
    try await writer.startWriting()
    // Times that repeat are moved; what counts here are the bytes.
    let result = await code { () throws(WritingError) in
      for _ in 0..<10_000 { for packet in packets { try await input.append(packet) } }
    }
    #expect(result == .noSpace)
    #expect(await code { () throws(WritingError) in _ = try await writer.finishWriting() } == .noSpace)
  }

  @Test("A cancel wakes an append that is suspended")
  func cancelSuspended() async throws {
    let pictures = try await pictures()
    let clip = try WrittenClip()
    let video = AssetWriterInput(video: .test(), timeBase: Self.unit)
    try await clip.writer.add(video)
    // It never gets a sample: the video may run ahead of it by the window and the queue, no further.
    try await clip.writer.add(AssetWriterInput(audio: .test()))
    try await clip.writer.startWriting()
    let (progress, count) = AsyncStream.makeStream(of: Int.self)
    let task = Task { () -> WritingError.Code? in
      await code { () throws(WritingError) in
        for (index, picture) in pictures.enumerated() {
          count.yield(index)
          try await video.append(picture)
        }
      }
    }
    // 0, 3000, … 45000 are within half a second; four more are queued; the next one is held up.
    for await index in progress where index >= 20 { break }
    clip.writer.cancelWriting()
    #expect(await task.value == .stopped)
    #expect(clip.stop.isRaised)
    #expect(await code { () throws(WritingError) in _ = try await clip.writer.finishWriting() } == .stopped)
    clip.writer.cancelWriting()
  }

  @Test("A task that is cancelled while it is suspended stops waiting; the writer goes on")
  func cancelledTask() async throws {
    let pictures = try await pictures()
    let clip = try WrittenClip()
    let video = AssetWriterInput(video: .test(), timeBase: Self.unit)
    let audio = AssetWriterInput(audio: .test())
    try await clip.writer.add(video)
    try await clip.writer.add(audio)
    try await clip.writer.startWriting()
    let (progress, count) = AsyncStream.makeStream(of: Int.self)
    let task = Task { () -> WritingError.Code? in
      await code { () throws(WritingError) in
        for (index, picture) in pictures.enumerated() {
          count.yield(index)
          try await video.append(picture)
        }
      }
    }
    for await index in progress where index >= 20 { break }
    task.cancel()
    #expect(await task.value == .stopped)
    let report = try await clip.writer.finishWriting()
    #expect(report.tracks.map(\.packetCount) == [20])
    #expect(report.omittedInputs == [1])
  }

  @Test("A stop that somebody else raises ends everything, also before the first sample")
  func foreignStop() async throws {
    let clip = try WrittenClip()
    let input = AssetWriterInput(audio: .test())
    try await clip.writer.add(input)
    clip.stop.raise()
    try await clip.writer.startWriting()
    let picture = try #require(try await pictures().first)
    #expect(await code { () throws(WritingError) in try await input.append(picture) } == .stopped)
    #expect(await code { () throws(WritingError) in _ = try await clip.writer.finishWriting() } == .stopped)
  }

  @Test("A cancel in the middle of finishing ends it, and no file is reported")
  func cancelFinishing() async throws {
    let pictures = try await pictures()
    let clip = try WrittenClip()
    let settings = VideoEncoderSettings(
      size: PixelSize(width: 320, height: 240), nominalFrameRate: Rational(30),
      rate: RateRule.avfoundation.videoRate(for: PixelSize(width: 320, height: 240), frameRate: Rational(30)),
      effort: .placebo)
    let input = AssetWriterInput(video: settings, timeBase: Self.unit)
    try await clip.writer.add(input)
    try await clip.writer.startWriting()
    for picture in pictures { try await input.append(picture) }
    let finishing = Task { await code { () throws(WritingError) in _ = try await clip.writer.finishWriting() } }
    clip.writer.cancelWriting()
    #expect(await finishing.value == .stopped)
  }

  @Test("Suspended appends come too late when the writer finishes without them")
  func finishedUnderneath() async throws {
    let pictures = try await pictures()
    let clip = try WrittenClip()
    let video = AssetWriterInput(video: .test(), timeBase: Self.unit)
    try await clip.writer.add(video)
    try await clip.writer.add(AssetWriterInput(audio: .test()))
    try await clip.writer.startWriting()
    let (progress, count) = AsyncStream.makeStream(of: Int.self)
    let task = Task { () -> WritingError.Code? in
      await code { () throws(WritingError) in
        for (index, picture) in pictures.enumerated() {
          count.yield(index)
          try await video.append(picture)
        }
      }
    }
    for await index in progress where index >= 20 { break }
    let report = try await clip.writer.finishWriting()
    #expect(await task.value == .invalidState)
    #expect(report.tracks[0].packetCount == 20)
  }
}

/// A mounted tmpfs of 2 MiB.
private final class SmallDisk: Sendable {
  static let isAvailable = geteuid() == 0 && (try? SmallDisk()) != nil

  private let directory: TemporaryDirectory
  var path: String { directory.path }

  init() throws {
    directory = try TemporaryDirectory(named: "rushes-disk")
    guard mount("rushes-test", directory.path, "tmpfs", 0, "size=2m") == 0 else {
      throw TestSupportError("cannot mount a tmpfs")
    }
  }

  deinit { umount2(directory.path, Int32(MNT_DETACH)) }
}
