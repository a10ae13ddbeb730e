internal import CV4L2
internal import Glibc
internal import Media

/// Finds cameras among the V4L2 nodes in /dev; needs no udev, and holds each node no longer than it asks.
public enum V4L2Discovery {
  /// Every camera, by the number of its node. One that this user may not open, or that another program keeps to itself,
  /// is listed by its name, without formats.
  /// - Throws: `CaptureError` (`.unavailable`) where the system has no descriptor left to look with.
  public static func cameras() throws(CaptureError) -> [CaptureDevice] {
    let links = DeviceLinks()
    var cameras: [CaptureDevice] = []
    for path in nodes() {
      do throws(CaptureError) {
        if let camera = try camera(at: path, links: links) { cameras.append(camera) }
      } catch {
        switch error.code {
        case .unavailable: throw error
        case .denied, .busy: if let camera = closedCamera(at: path, links: links) { cameras.append(camera) }
        default: break  // unplugged meanwhile, or no V4L2 device
        }
      }
    }
    return withUniqueIdentifiers(cameras)
  }

  /// Whether this user may use the camera now, and what to do about it where not.
  public static func authorization(of device: CaptureDevice) -> CaptureAuthorization {
    guard case .v4l2(let path) = device.connection else { return .authorized }
    do throws(CaptureError) {
      let node = try V4L2Node(path)
      return node.isPrivate ? .restricted(privacyMessage(path)) : .authorized
    } catch {
      switch error.code {
      case .denied: return .denied(error.message)
      case .busy: return .authorized
      default: return .notDetermined
      }
    }
  }

  static func privacyMessage(_ path: String) -> String {
    "cannot open camera '\(path)': its privacy switch is on; open the shutter, or turn the switch or key off"
  }

  /// `/dev/video0`, `/dev/video1`, … as they are.
  private static func nodes() -> [String] {
    Directory.names(in: "/dev").compactMap { name in
      name.hasPrefix("video") ? Int(name.dropFirst("video".count)) : nil
    }.sorted().map { "/dev/video\($0)" }
  }

  private static func camera(at path: String, links: DeviceLinks) throws(CaptureError) -> CaptureDevice? {
    let node = try V4L2Node(path)
    let capability = try node.capability()
    guard let type = capability.captureType else { return nil }
    var formats = node.videoFormats(type: type)
    if formats.isEmpty, !node.pixelFormats(type: type).isEmpty {
      // Without the library, or its consent, the camera stays without formats.
      formats = (try? V4L2Node(emulating: path))?.emulatedFormats(type: type) ?? []
    }
    return CaptureDevice(
      id: links.identifier(of: path) ?? identifier(busInfo: capability.busInfo, card: capability.card),
      localizedName: capability.card, mediaType: .video, position: node.position,
      mountingRotation: node.mountingRotation, connection: .v4l2(path: path), videoFormats: formats)
  }

  /// What sysfs tells of a node that cannot be opened. A device's further nodes (metadata) have an index above 0.
  private static func closedCamera(at path: String, links: DeviceLinks) -> CaptureDevice? {
    let directory = "/sys/class/video4linux/" + path.dropFirst("/dev/".count)
    guard Directory.firstLine(of: directory + "/index") == "0", let name = Directory.firstLine(of: directory + "/name")
    else { return nil }
    return CaptureDevice(
      id: links.identifier(of: path) ?? path, localizedName: name, mediaType: .video, connection: .v4l2(path: path))
  }

  /// `platform:vivid-000-vivid`: without blanks, so that it can be typed.
  private static func identifier(busInfo: String, card: String) -> String {
    String("\(busInfo)-\(card)".map { $0 == " " || $0 == "/" ? "_" : $0 })
  }

  /// Nodes of one device, or drivers that state no bus, may come out alike: then the node's path tells them apart.
  private static func withUniqueIdentifiers(_ cameras: [CaptureDevice]) -> [CaptureDevice] {
    let counts = cameras.reduce(into: [:]) { $0[$1.id, default: 0] += 1 }
    return cameras.map { camera in
      guard counts[camera.id, default: 0] > 1, case .v4l2(let path) = camera.connection else { return camera }
      return CaptureDevice(
        id: path, localizedName: camera.localizedName, mediaType: .video, position: camera.position,
        mountingRotation: camera.mountingRotation, connection: camera.connection, videoFormats: camera.videoFormats)
    }
  }
}

extension V4L2Node {
  /// What libv4l2 makes of a camera's own formats: planar 4:2:0, which needs no further conversion.
  fileprivate func emulatedFormats(type: UInt32) -> [VideoCaptureFormat] {
    videoFormats(type: type).filter { $0.fourCC == "YU12" }
  }
}
