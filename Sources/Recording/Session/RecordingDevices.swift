internal import Capture
internal import Media

/// The devices of a recording as inputs of a capture session, and the configuration that goes with them.
struct RecordingDevices {
  /// With the devices as they are: a clip that is played says only when opened what it gives.
  let configuration: RecordingConfiguration
  let camera: CaptureInput?
  let microphone: CaptureInput?

  init(_ configuration: RecordingConfiguration) async throws(CaptureError) {
    var configuration = configuration
    var players: [String: Player] = [:]
    camera = try await Self.input(for: configuration.camera, &players)?
      .with(size: configuration.size, frameRate: configuration.frameRate)
    microphone = try await Self.input(for: configuration.microphone, &players)
    configuration.camera = camera?.device
    configuration.microphone = microphone?.device
    self.configuration = configuration
  }

  /// A device as an input.
  static func input(for device: CaptureDevice) async throws(CaptureError) -> CaptureInput {
    var players: [String: Player] = [:]
    guard let input = try await input(for: device, &players) else {
      throw CaptureError(code: .noDevice, message: "there is no device")
    }
    return input
  }

  private typealias Player = (camera: (any CaptureSource)?, microphone: (any CaptureSource)?)

  private static func input(
    for device: CaptureDevice?, _ players: inout [String: Player]
  ) async throws(CaptureError) -> CaptureInput? {
    guard let device else { return nil }
    guard case .file(let path) = device.connection else { return CaptureInput(device) }
    // One player for both, so that they keep time with each other.
    let player: Player
    if let known = players[path] { player = known } else { player = try await FilePlayer.open(path: path) }
    players[path] = player
    guard let source = device.mediaType == .video ? player.camera : player.microphone else {
      throw CaptureError(
        code: .noDevice,
        message: "cannot play '\(path)': it has no \(device.mediaType == .video ? "pictures" : "sound")")
    }
    return CaptureInput(source.device) { _ in source }
  }
}

extension CaptureInput {
  fileprivate func with(size: PixelSize?, frameRate: Rational?) -> CaptureInput {
    var input = self
    input.size = size
    input.frameRate = frameRate
    return input
  }
}
