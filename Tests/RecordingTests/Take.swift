import Capture
import Media
import Recording
import TestSupport

/// One recording of a test: devices, a directory of its own, and the file to be.
final class Take: Sendable {
  let directory: TemporaryDirectory
  let session: RecordingSession
  let path: String

  /// - Parameter change: Of a configuration that ends after three seconds.
  init(
    camera: String? = "test:size=320x180,rate=30,pace=fast", microphone: String? = "test:pace=fast",
    name: String = "clip.mp4", in directory: TemporaryDirectory? = nil,
    change: (inout RecordingConfiguration) -> Void = { _ in }
  ) async throws {
    var configuration = RecordingConfiguration(
      camera: try camera.map { try CaptureDevices.camera(named: $0) },
      microphone: try microphone.map { try CaptureDevices.microphone(named: $0) })
    configuration.maximumDuration = MediaTime(value: 3, timescale: 1)
    change(&configuration)
    self.directory = try directory ?? TemporaryDirectory()
    path = self.directory.file(name)
    session = try RecordingSession(configuration)
  }

  func record(isOverwriting: Bool = false) async throws -> RecordingReceipt {
    try await session.record(to: RecordingTarget(path: path, isOverwriting: isOverwriting))
  }
}
