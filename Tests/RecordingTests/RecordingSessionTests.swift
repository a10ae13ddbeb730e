import Capture
import Media
import Recording
import Settings
import TestSupport
import Testing

@Suite(.needsFFmpeg) struct RecordingSessionTests {
  @Test func `a recording has exactly the length that it may have, in both tracks, and is in sync`() async throws {
    let take = try await Take()
    let receipt = try await take.record()
    #expect(receipt.stopReason == "maximumDuration")
    #expect(receipt.video?.framesWritten == 90)
    #expect(receipt.video?.framesDropped == [:])
    #expect(receipt.video?.conversion == "borrowed")
    #expect(receipt.warnings.isEmpty)
    let streams = try await Probe(take.path).streams
    #expect(streams.map(\.type) == ["video", "audio"])
    #expect(streams.map(\.startTicks) == [0, 0])
    #expect(streams.map(\.durationTicks) == [270_000, 144_000])
    #expect(streams[0].frameCount == 90)
    #expect(try await FullDecode.errors(take.path) == [])
    let scene = try await TestScene(take.path)
    #expect(scene.steps.allSatisfy { $0 == 1 })
    #expect(scene.delays.count == 2 && scene.delays.allSatisfy { abs($0) < 1 }, "\(scene)")
  }

  @Test(arguments: [
    (Orientation.up, false, false), (.right, false, false), (.left, true, false), (.down, true, true),
    (.right, true, true), (.up, true, false), (.right, false, true), (.down, false, false),
  ])
  func `the picture is upright on a screen, turned by the matrix or in the pixels`(
    held: Orientation, isMirrored: Bool, bakes: Bool
  ) async throws {
    // The test camera's picture is upright as it lies: what the device's turn adds is what must be seen.
    let expected = isMirrored ? held.followed(by: .upMirrored) : held
    let take = try await Take { configuration in
      configuration.rotation = .device(held)
      configuration.isMirrored = isMirrored
      configuration.bakesOrientation = bakes
      configuration.maximumDuration = MediaTime(value: 1, timescale: 5)
    }
    let receipt = try await take.record()
    let video = try #require(try await Probe(take.path).video)
    #expect(video.rotation == Self.rotation(receipt.video?.orientation.matrixRotation))
    #expect((video.rotation == nil) == (bakes || held == .up))
    #expect(receipt.video?.orientation.isMirrored == isMirrored)
    let frame = try #require(try await DecodedVideo(take.path, limit: 1).frames.first)
    let upright = expected.map(PixelSize(width: 320, height: 180))
    #expect(PixelSize(width: frame.width, height: frame.height) == upright)
    #expect(frame.corners == .upright.turned(by: expected), "\(frame.corners)")
  }

  /// A turn of the matrix as ffprobe tells it, which counts counter-clockwise.
  private static func rotation(_ clockwise: Int?) -> Int? {
    switch clockwise {
    case 90: -90
    case 180: -180
    case 270: 90
    default: nil
    }
  }

  @Test func `sound alone is a recording too`() async throws {
    let take = try await Take(camera: nil, name: "clip.m4a") { $0.container = .m4a }
    let receipt = try await take.record()
    #expect(receipt.video == nil)
    let streams = try await Probe(take.path).streams
    #expect(streams.map(\.type) == ["audio"])
    #expect(streams[0].durationTicks == 144_000)
  }

  @Test func `pictures alone are a recording too`() async throws {
    let take = try await Take(microphone: nil, name: "clip.mov") { $0.container = .mov }
    let receipt = try await take.record()
    #expect(receipt.audio == nil)
    #expect(try await Probe(take.path).streams.map(\.type) == ["video"])
  }

  @Test func `a picture of another shape is cut in the middle and scaled, never distorted`() async throws {
    let take = try await Take(camera: "test:size=640x360,rate=30,pace=fast") {
      $0.size = PixelSize(width: 240, height: 240)
      $0.maximumDuration = MediaTime(value: 1, timescale: 5)
    }
    let receipt = try await take.record()
    #expect(receipt.video?.conversion == "converted")
    let video = try #require(try await Probe(take.path).video)
    #expect(video.width == 240 && video.height == 240)
    #expect(video.sampleAspectRatio == "1:1")
  }

  @Test func `fewer pictures a second than the camera gives are evenly spread`() async throws {
    let take = try await Take { $0.frameRate = Rational(10) }
    let receipt = try await take.record()
    #expect(receipt.video?.framesWritten == 30)
    #expect((receipt.video?.framesDropped["decimated"] ?? 0) >= 58)
    #expect(try await TestScene(take.path).steps.allSatisfy { $0 == 3 })
  }

  @Test func `sound is moved by the delay that was asked for`() async throws {
    let take = try await Take { $0.audioDelay = MediaTime(value: 40, timescale: 1000) }
    _ = try await take.record()
    let delays = try await TestScene(take.path).delays
    #expect(delays.count == 2 && delays.allSatisfy { abs($0 - 40) < 1 }, "\(delays)")
  }

  @Test func `a clip plays as camera and microphone`() async throws {
    let first = try await Take()
    _ = try await first.record()
    let second = try await Take(camera: "file:\(first.path)", microphone: "file:\(first.path)", name: "again.mp4") {
      $0.maximumDuration = nil
    }
    let receipt = try await second.record()
    #expect(receipt.stopReason == "endOfInput")
    let scene = try await TestScene(second.path)
    // It plays at its own pace: on a busy machine pictures are lost, which is counted, and the others keep their times.
    let dropped = receipt.video?.framesDropped.values.reduce(0, +) ?? 0
    #expect(scene.pictures.count + dropped == 90)
    #expect((scene.largestTimeError(rate: 30) ?? 99) < 0.001)
    #expect(scene.delays.count == 2 && scene.delays.allSatisfy { abs($0) < 2 }, "\(scene)")
  }

  @Test func `a camera that ends by itself ends the recording, with the sound to the same moment`() async throws {
    let take = try await Take(camera: "test:size=320x180,rate=30,pace=fast,length=1500ms") { $0.maximumDuration = nil }
    let receipt = try await take.record()
    #expect(receipt.stopReason == "endOfInput")
    let streams = try await Probe(take.path).streams
    #expect(streams.map(\.durationTicks) == [135_000, 72_000])
  }

  @Test func `the clock of a microphone that is off by 300 parts in a million is told`() async throws {
    let take = try await Take(microphone: "test:pace=fast,ppm=300") {
      $0.maximumDuration = MediaTime(value: 60, timescale: 1)
    }
    let receipt = try await take.record()
    let ratio = try #require(receipt.audio?.clockRatio)
    #expect(abs(ratio - 300) < 20, "\(ratio)")
    #expect(try await Probe(take.path).streams.map(\.durationTicks) == [5_400_000, 2_880_000])
    let scene = try await TestScene(take.path)
    #expect(scene.delays.count >= 58, "\(scene) \(receipt)")
    #expect((scene.largestDelay ?? 99) < 2, "\(scene.delays)")
  }

  @Test func `an all-intra preset has key frames alone`() async throws {
    let take = try await Take(camera: "test:size=960x540,rate=30,pace=fast") {
      $0.preset = .iFrame960x540
      $0.maximumDuration = MediaTime(value: 1, timescale: 2)
    }
    _ = try await take.record()
    let frames = try await Probe.frames(of: take.path)
    #expect(frames.count == 15)
    #expect(frames.allSatisfy { $0.isKey })
  }
}
