import Glibc
import Media
import Platform
import Reading
import TestSupport
import Testing

@Suite(.needsFFmpeg, .serialized, .timeLimit(.minutes(15))) struct CancelTests {
  /// A pipe whose writer has written some bytes and then waits for ever.
  private func stalledPipe(_ bytes: [UInt8]) throws -> (end: FileDescriptor, writer: FileDescriptor) {
    let ends = try PipeEnds()
    let (end, writer) = (
      FileDescriptor(adopting: ends.read, name: "a pipe"), FileDescriptor(adopting: ends.write, name: "w")
    )
    let stop = try StopSignal()
    try SystemThread.start(name: "writer") {
      try? bytes.withUnsafeBytes { try writer.write($0, stop: stop) }  // the reader may go before it has taken all
    }
    return (end, writer)
  }

  /// The shortest of a few runs: the machine may be busy with other tests, the code must not be slow.
  private func shortest(_ run: () async throws -> Duration) async throws -> Duration {
    var best = Duration.seconds(60)
    for _ in 0..<20 where best >= .milliseconds(200) { best = min(best, try await run()) }
    return best
  }

  @Test("opening a pipe that stalls ends within 200 ms of the stop")
  func opening() async throws {
    let path = try await ClipFactory.clip(.corners).path
    let bytes = Array(try FileBytes.read(path).prefix(4096))
    let elapsed = try await shortest {
      let (end, writer) = try stalledPipe(bytes)
      let stop = try StopSignal()
      let source = try SpoolSource(end, stop: stop)
      let opening = Task { try await AssetReader.open(source, stop: stop) }
      while source.bytesSpooled < bytes.count { await Task.yield() }
      let clock = ContinuousClock.now
      stop.raise()
      let error = await #expect(throws: ReadingError.self) { _ = try await opening.value }
      #expect(error?.code == .stopped)
      return withExtendedLifetime(writer) { ContinuousClock.now - clock }
    }
    #expect(elapsed < .milliseconds(200))
  }

  @Test("reading from an input that stalls in mid-file ends within 200 ms of the stop, for every output")
  func reading() async throws {
    let path = try await ClipFactory.clip(.busy(width: 640, height: 360)).path
    let elapsed = try await shortest {
      let stop = try StopSignal()
      let file = FileSource(try FileDescriptor.openForReading(path), stop: stop)
      let source = StallingSource(file, stop: stop, after: try file.size() * 2 / 3)
      let clip = try await OpenedClip(source: source, stop: stop)
      source.arm()
      let (video, audio) = (try #require(clip.video), try #require(clip.audio))
      let pictures = try await clip.reader.addOutput(for: video, settings: .pictures(try clip.plainPictures(video)))
      let sound = try await clip.reader.addOutput(
        for: audio, settings: .sound(SoundSettings(sampleRate: 48000, channelCount: 2)))
      try await clip.reader.startReading()
      let taking = try [Taker(pictures), Taker(sound)].map { taker in Task { await taker.end() } }
      while !source.isStalled { await Task.yield() }
      let clock = ContinuousClock.now
      stop.raise()
      var last = clock
      for task in taking {
        let end = await task.value
        #expect(end.error?.code == .stopped)
        last = max(last, end.time)
      }
      return last - clock
    }
    #expect(elapsed < .milliseconds(200))
  }

  @Test("after the stop every output says so, and so does opening")
  func after() async throws {
    let clip = try await OpenedClip(.corners)
    let video = try #require(clip.video)
    let output = try await clip.reader.addOutput(for: video, settings: .packets)
    try await clip.reader.startReading()
    _ = try await output.nextSample()
    clip.reader.cancelReading()
    await #expect(throws: ReadingError.self) { _ = try await output.all() }
    await #expect(throws: ReadingError.self) { _ = try await output.nextSample() }
  }

  @Test("a reader goes when its last user does, finished or not", arguments: [0, 1, 1000])
  func release(taken: Int) async throws {
    weak var released: AssetReader?
    do {
      let clip = try await OpenedClip(.corners)
      let output = try await clip.reader.addOutput(for: try #require(clip.video), settings: .packets)
      released = clip.reader
      if taken > 0 { try await clip.reader.startReading() }
      for _ in 0..<taken { _ = try await output.nextSample() }
    }
    // The reader's thread may just be handing its last reference back.
    for _ in 0..<100_000 where released != nil { await Task.yield() }
    #expect(released == nil)
  }
}

/// A file whose bytes from some place on do not come.
private final class StallingSource: ByteSource {
  private let file: FileSource
  private let stop: StopSignal
  private let end: Int64
  private let stalled = Locked(false)
  private let isArmed = Locked(false)

  init(_ file: FileSource, stop: StopSignal, after end: Int64) { (self.file, self.stop, self.end) = (file, stop, end) }

  func arm() { isArmed.withLock { $0 = true } }

  var isStalled: Bool { stalled.withLock { $0 } }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(PlatformError) -> Int {
    if isArmed.withLock({ $0 }), offset + Int64(buffer.count) > end {
      stalled.withLock { $0 = true }
      try stop.wait(for: .seconds(1000))
    }
    return try file.read(into: buffer, at: offset)
  }

  func size() throws(PlatformError) -> Int64 { try file.size() }
}

/// Takes from an output on a thread of its own: the pool's threads may be busy with other tests.
private actor Taker {
  private let executor: ThreadExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private let output: AssetReaderOutput

  init(_ output: AssetReaderOutput) throws {
    executor = try ThreadExecutor(name: "taker")
    self.output = output
  }

  /// When the output ended, and how.
  func end() async -> (time: ContinuousClock.Instant, error: ReadingError?) {
    do {
      while try await output.nextSample() != nil {}
      return (.now, nil)
    } catch {
      return (.now, error as? ReadingError)
    }
  }
}
