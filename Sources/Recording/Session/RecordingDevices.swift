internal import Capture
internal import Media

/// The devices of a recording as inputs of a capture session, and the configuration that goes with them.
struct RecordingDevices {
  /// With the devices as they are: a clip that is played says only when opened what it gives.
  let configuration: RecordingConfiguration
  let camera: CaptureInput?
  let microphone: CaptureInput?

  init(_ configuration: RecordingConfiguration) async throws {
    camera = configuration.camera.map {
      CaptureInput($0, size: configuration.size, frameRate: configuration.frameRate)
    }
    microphone = configuration.microphone.map { CaptureInput($0) }
    self.configuration = configuration
  }
}
