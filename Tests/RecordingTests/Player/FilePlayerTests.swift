import Capture
import Media
import Platform
import Recording
import TestSupport
import Testing

@Suite(.needsFFmpeg) struct FilePlayerTests {
  private func play(_ source: (any CaptureSource)?) throws -> CollectingSink.Contents {
    let source = try #require(source)
    let sink = try CollectingSink()
    try source.start(into: sink)
    let result = try sink.result()
    source.stop()
    #expect(result.ends.count == 1 && result.ends[0] == nil)
    return result
  }

  private func seconds(_ contents: CollectingSink.Contents) -> [Double] {
    contents.samples.compactMap { $0.sample.presentationTime?.seconds }
  }

  @Test(arguments: [ClipSpec.corners, .variableRate(bFrames: true), .ntsc, .lateAudio, .lateVideo])
  func `pictures and sound come at the file's own times`(spec: ClipSpec) async throws {
    let path = try await ClipFactory.clip(spec).path
    let player = try await FilePlayer.open(path: path, pace: .fast)
    let shown = try await Probe.frames(of: path).compactMap { $0.time?.seconds }
    let pictures = seconds(try play(player.camera))
    #expect(pictures.count == shown.count)
    for (time, expected) in zip(pictures, shown) {
      #expect(abs((time - pictures[0]) - (expected - shown[0])) < 1e-6)
    }
    guard try await Probe(path).audio != nil else {
      #expect(player.microphone == nil)
      return
    }
    let sound = try play(player.microphone)
    let heard = try await DecodedAudio(path)
    let offset = try #require(seconds(sound).first) - pictures[0]
    #expect(abs(offset - (heard.startTime - shown[0])) < 0.001)
    let count = sound.samples.map(\.sample.sampleCount).reduce(0, +)
    #expect(abs(count - heard.count) <= 1024)
  }

  @Test func `pictures come upright`() async throws {
    let path = try await ClipFactory.clip(.corners(orientation: .right)).path
    let camera = try #require(try await FilePlayer.open(path: path, pace: .fast).camera)
    let coded = try #require(try await Probe(path).video)
    let first = try #require(try play(camera).samples.first)
    let upright = PixelSize(width: coded.height, height: coded.width)
    #expect(first.sample.pixelSize == upright)
    #expect(camera.device.videoFormats.map(\.size) == [upright])
    #expect(camera.device.connection == .file(path: path) && camera.device.id == "file:\(path)")
  }

  @Test func `in real time a sample comes when it is due, by the monotonic clock`() async throws {
    let player = try await FilePlayer.open(path: try await ClipFactory.clip(.corners).path)
    let earliest = MonotonicClock.now
    let early = Locked(0)
    let sink = try CollectingSink { sample in
      let due = sample.sample.presentationTime?.value ?? .max
      if due > MonotonicClock.now || due < earliest { early.withLock { $0 += 1 } }
    }
    try #require(player.camera).start(into: sink)
    #expect(try sink.result().ends.count == 1)
    #expect(early.withLock { $0 } == 0)
    #expect(MonotonicClock.now - earliest >= 900_000_000)
  }

  @Test func `a player that is stopped ends once, without an error`() async throws {
    let player = try await FilePlayer.open(path: try await ClipFactory.clip(.corners).path)
    for source in [player.camera, player.microphone] {
      let source = try #require(source)
      let sink = try CollectingSink()
      try source.start(into: sink)
      source.stop()
      source.stop()
      let result = try sink.result()
      #expect(result.ends.count == 1 && result.ends[0] == nil)
      #expect(throws: CaptureError.self) { try source.start(into: sink) }
    }
  }

  @Test func `what cannot be played is refused by name`() async throws {
    let directory = try TemporaryDirectory()
    let missing = directory.file("missing.mp4")
    let error = await #expect(throws: CaptureError.self) { try await FilePlayer.open(path: missing) }
    #expect(error?.code == .noDevice && error?.message == "cannot open '\(missing)': No such file or directory")
    let text = try await ClipFactory.clip(.text).path
    let other = await #expect(throws: CaptureError.self) { try await FilePlayer.open(path: text) }
    #expect(other?.code == .unsupportedFormat && other?.message.hasPrefix("cannot play '\(text)': ") == true)
  }

  @Test func `damage in the middle is played past`() async throws {
    let path = try await ClipFactory.clip(.corruptMiddle).path
    let player = try await FilePlayer.open(path: path, pace: .fast)
    #expect(try play(player.camera).samples.count > 20)
  }
}
