/// The names that udev gives to device nodes, which outlive their numbers.
struct DeviceLinks: Sendable {
  /// By the node's path.
  private let identifiers: [String: String]

  /// Reads the links; there are none where no udev runs.
  /// - Parameter directories: The most telling first: what a device is, then where it is plugged in.
  init(directories: [String] = ["/dev/v4l/by-id", "/dev/v4l/by-path"]) {
    var identifiers: [String: String] = [:]
    for directory in directories {
      for name in Directory.names(in: directory) {
        guard let node = Directory.resolved("\(directory)/\(name)"), identifiers[node] == nil else { continue }
        identifiers[node] = name
      }
    }
    self.identifiers = identifiers
  }

  /// Such as `usb-046d_HD_Pro_Webcam_C920-video-index0`.
  func identifier(of node: String) -> String? { identifiers[node] }
}
