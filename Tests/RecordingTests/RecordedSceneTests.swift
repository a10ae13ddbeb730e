import Media
import Recording
import TestSupport
import Testing

/// Recordings of test devices with faults, judged by what a second program decodes.
@Suite(.needsFFmpeg) struct RecordedSceneTests {
  private func record(
    camera: String = "rate=30", microphone: String = "rate=48000", seconds: Int64 = 20
  ) async throws -> (scene: TestScene, receipt: RecordingReceipt) {
    let size = camera.contains("size=") ? "" : "size=320x180,"
    let take = try await Take(
      camera: "test:\(size)\(camera),pace=fast", microphone: "test:\(microphone),pace=fast"
    ) { $0.maximumDuration = MediaTime(value: seconds, timescale: 1) }
    let receipt = try await take.record()
    return (try await TestScene(take.path), receipt)
  }

  @Test(arguments: ["640x360", "1280x720"])
  func `every picture is there, at its time, upright, and in sync with the sound`(size: String) async throws {
    let (scene, _) = try await record(camera: "rate=30,size=\(size)", seconds: 3)
    #expect(scene.pictures.map(\.number) == (0..<90).map { $0 })
    #expect(scene.pictures.allSatisfy { $0.corners == .upright })
    #expect(try #require(scene.largestTimeError(rate: 30)) < 0.0001)
    #expect(scene.delays.count == 2 && scene.delays.allSatisfy { abs($0) < 1 }, "\(scene)")
  }

  @Test(arguments: [
    "ppm=-300", "ppm=300,jitter=5ms", "rate=44100", "rate=16000,channels=2,ppm=100", "overrun=5100ms:120ms+9s:1s",
    "delay=700ms",
  ])
  func `sound stays with the picture, whatever the microphone's clock and losses`(faults: String) async throws {
    let (scene, _) = try await record(microphone: faults)
    #expect(scene.flashes.count == 19)
    // The beep at 9 s is lost in one of them.
    #expect(scene.delays.count >= 18, "\(scene)")
    #expect(try #require(scene.largestDelay) <= 5, "\(scene)")
  }

  @Test func `a camera's true times are kept in low light and over lost pictures`() async throws {
    let (scene, receipt) = try await record(camera: "rate=30,dim=2s:3s,stall=7100ms:500ms", seconds: 10)
    #expect(try #require(scene.largestTimeError(rate: 30)) < 0.0001)
    #expect(scene.steps.filter { $0 == 2 }.count == 45, "every second picture of three seconds")
    #expect(scene.steps.filter { $0 == 16 }.count == 1, "and fifteen in a row")
    #expect(scene.delays.count == 9 && scene.delays.allSatisfy { abs($0) < 1 }, "\(scene)")
    #expect(receipt.video?.framesWritten == scene.pictures.count)
    #expect(receipt.video?.framesDropped.values.reduce(0, +) == 15, "\(receipt.video?.framesDropped ?? [:])")
  }

  @Test func `a camera whose clock is wrong is written by its stamps`() async throws {
    let (scene, _) = try await record(camera: "rate=30,ppm=1000")
    #expect(try #require(scene.largestTimeError(rate: 30.03)) < 0.0005)
    // The flash comes with the picture that is nearest to the second.
    #expect(scene.delays.count >= 18 && scene.delays.allSatisfy { abs($0) <= 17.5 }, "\(scene)")
  }

  @Test func `jitter of a camera's stamps is written as it is, and moves nothing else`() async throws {
    let (scene, receipt) = try await record(camera: "rate=30,jitter=5ms")
    #expect(scene.steps.allSatisfy { $0 == 1 })
    let error = try #require(scene.largestTimeError(rate: 30))
    #expect(error > 0.004 && error < 0.0101, "the first picture's own error counts twice: \(error)")
    #expect(try #require(scene.largestDelay) < 11, "\(scene)")
    #expect(abs(try #require(receipt.video?.timestampResidual.maximum)) < 0.0001)
  }
}
