import Capture
import Media
import Recording
import TestSupport
import Testing

/// What becomes of the output's name, whatever happens.
@Suite(.needsFFmpeg) struct RecordingFileTests {
  @Test func `an existing file is refused, before any device is opened`() async throws {
    let directory = try TemporaryDirectory()
    _ = try directory.write("mine", to: "clip.mp4")
    // A camera that is not there: the file is looked at first.
    let take = try await Take(camera: "file:/nowhere.mp4", microphone: nil, in: directory)
    let error = await #expect(throws: RecordingError.self) { try await take.record() }
    #expect(error?.code == .targetExists || error?.code == .noDevice)
    let second = try await Take(in: directory)
    let refusal = await #expect(throws: RecordingError.self) { try await second.record() }
    #expect(refusal?.code == .targetExists)
    #expect(try directory.contents == ["clip.mp4"])
    #expect(try FileBytes.read(take.path) == Array("mine".utf8))
  }

  @Test func `what is replaced goes last, and nothing else is left`() async throws {
    let directory = try TemporaryDirectory()
    _ = try directory.write("mine", to: "clip.mp4")
    let take = try await Take(in: directory)
    _ = try await take.record(isOverwriting: true)
    #expect(try directory.contents == ["clip.mp4"])
    #expect(try await Probe(take.path).streams.count == 2)
  }

  @Test func `a directory that is not there is told before any device is opened`() async throws {
    let directory = try TemporaryDirectory()
    let take = try await Take(name: "none/clip.mp4", in: directory)
    let error = await #expect(throws: RecordingError.self) { try await take.record() }
    #expect(error?.code == .cannotCreate)
    #expect(error?.message.contains("none") == true)
  }

  @Test func `a recording that is discarded leaves nothing`() async throws {
    let take = try await Take { $0.maximumDuration = nil }
    let recording = Task { try await take.record() }
    // Once there are pictures.
    for await status in take.session.status where status.framesWritten > 10 { break }
    take.session.discard()
    let error = await #expect(throws: RecordingError.self) { try await recording.value }
    #expect(error?.code == .discarded)
    #expect(try take.directory.contents == [])
  }

  @Test func `a recording that is stopped before its first picture leaves nothing`() async throws {
    let take = try await Take(camera: "test:size=320x180,delay=30s", microphone: nil)
    let recording = Task { try await take.record() }
    for await status in take.session.status where status.phase == .starting { break }
    take.session.stop()
    let error = await #expect(throws: RecordingError.self) { try await recording.value }
    #expect(error?.code == .nothingRecorded)
    #expect(try take.directory.contents == [])
  }

  @Test func `a size that a recording may not exceed ends it below`() async throws {
    let take = try await Take(camera: "test:size=640x360,rate=30", microphone: "test") {
      $0.maximumSize = 1_000_000
      $0.rate = .constantQuality(10)
      $0.maximumDuration = MediaTime(value: 60, timescale: 1)
    }
    let receipt = try await take.record()
    #expect(receipt.stopReason == "maximumSize")
    #expect(receipt.byteCount <= 1_000_000)
    #expect(try await FullDecode.errors(take.path) == [])
  }

  @Test func `too little space is told at the start`() async throws {
    let take = try await Take { $0.minimumFreeSpace = .max }
    let error = await #expect(throws: RecordingError.self) { try await take.record() }
    #expect(error?.code == .noSpace)
    #expect(try take.directory.contents == [])
  }

  @Test(arguments: [("test:pace=fast", "test"), ("test", "test:pace=fast")])
  func `devices of different pace are refused, before there is a file`(camera: String, microphone: String) async throws
  {
    let take = try await Take(camera: camera, microphone: microphone)
    let error = await #expect(throws: RecordingError.self) { try await take.record() }
    #expect(error?.code == .unsupportedFormat)
    #expect(
      error?.message.contains("'\(camera)' together with '\(microphone)'") == true, "\(String(describing: error))")
    #expect(try take.directory.contents == [])
  }
}
