internal import Media

/// The cameras and microphones of this machine, and how to name one.
public enum CaptureDevices {
  /// Cameras that are plugged in; opens none for longer than it takes to ask.
  public static func cameras() throws(CaptureError) -> [CaptureDevice] { try V4L2Discovery.cameras() }

  /// Microphones that are plugged in, the system's default first.
  public static func microphones() throws(CaptureError) -> [CaptureDevice] { try ALSADiscovery.microphones() }

  /// The camera that a person means.
  /// - Parameter name: An id, a node such as `/dev/video0`, a localized name, `front`, `back`, `test` or `test:…` (see
  ///   `TestDeviceOptions`), or `file:` and a path.
  /// - Throws: `CaptureError` (`.noDevice` with what there is instead, `.unsupportedFormat` for a test device's options).
  public static func camera(named name: String) throws(CaptureError) -> CaptureDevice {
    if let special = try special(name, .video) { return special }
    let cameras = try cameras()
    if let camera = cameras.first(where: { matches($0, name) }) { return camera }
    throw missing("camera", name, cameras)
  }

  /// The microphone that a person means.
  /// - Parameter name: An id, an ALSA name, a localized name, `test` or `test:…`, or `file:` and a path.
  /// - Throws: `CaptureError` (`.noDevice` with what there is instead, `.unsupportedFormat` for a test device's options).
  public static func microphone(named name: String) throws(CaptureError) -> CaptureDevice {
    if let special = try special(name, .audio) { return special }
    let microphones = try microphones()
    if let microphone = microphones.first(where: { matches($0, name) }) { return microphone }
    // A name of ALSA's own: a card by number, a PCM of the user's configuration.
    do throws(CaptureError) {
      return try ALSADiscovery.microphone(named: name)
    } catch  where error.code != .noDevice {
      throw error
    } catch {}
    throw missing("microphone", name, microphones)
  }

  private static func special(_ name: String, _ mediaType: MediaType) throws(CaptureError) -> CaptureDevice? {
    if name == "test" || name.hasPrefix("test:") { return try TestDevices.device(name, mediaType: mediaType) }
    guard name.hasPrefix("file:") else { return nil }
    let path = String(name.dropFirst("file:".count))
    return CaptureDevice(
      id: name, localizedName: path, mediaType: mediaType, connection: .file(path: path))
  }

  private static func matches(_ device: CaptureDevice, _ name: String) -> Bool {
    if device.id == name || device.localizedName == name || device.position.rawValue == name { return true }
    return switch device.connection {
    case .v4l2(let path): path == name
    case .alsa(let pcm): pcm == name
    case .test, .file: false
    }
  }

  private static func missing(_ kind: String, _ name: String, _ devices: [CaptureDevice]) -> CaptureError {
    let there = devices.map { "'\($0.id)'" }.joined(separator: ", ")
    return CaptureError(
      code: .noDevice,
      message: "cannot use \(kind) '\(name)': there is none of that name; "
        + (there.isEmpty ? "none is plugged in, but 'test' always works" : "there are \(there), and 'test'"))
  }
}
