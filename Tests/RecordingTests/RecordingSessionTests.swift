import Capture
import Media
import Recording
import Settings
import TestSupport
import Testing

struct RecordingSessionTests {
  /// A recording from the test devices.
  static func record(
    camera: String? = "test:size=320x180,rate=30,pace=fast", microphone: String? = "test:pace=fast",
    _ name: String = "clip.mp4", in directory: TemporaryDirectory,
    change: (inout RecordingConfiguration) -> Void = { _ in }
  ) async throws -> (RecordingReceipt, String) {
    var configuration = RecordingConfiguration(
      camera: try camera.map { try CaptureDevices.camera(named: $0) },
      microphone: try microphone.map { try CaptureDevices.microphone(named: $0) })
    configuration.maximumDuration = MediaTime(value: 3, timescale: 1)
    change(&configuration)
    let path = directory.path + "/" + name
    let session = try RecordingSession(configuration)
    let receipt = try await session.record(to: RecordingTarget(path: path, isOverwriting: false))
    return (receipt, path)
  }

  @Test func `a recording has exactly the length that it may have, in both tracks`() async throws {
    let directory = try TemporaryDirectory()
    let (receipt, path) = try await Self.record(in: directory)
    #expect(receipt.stopReason == "maximumDuration")
    #expect(receipt.video?.framesWritten == 90)
    #expect(receipt.video?.framesDropped == [:])
    #expect(receipt.video?.conversion == "borrowed")
    let streams = try await Probe(path).streams
    #expect(streams.map(\.type) == ["video", "audio"])
    #expect(streams[0].startTicks == 0)
    #expect(streams[0].durationTicks == 270_000)
    #expect(streams[0].frameCount == 90)
    #expect(streams[1].startTicks == 0)
    #expect(streams[1].durationTicks == 144_000)
    #expect(try await FullDecode.errors(path) == [])
  }
}
