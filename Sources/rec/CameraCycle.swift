internal import Capture

/// Which camera comes next.
struct CameraCycle {
  /// As they were named on the command line.
  private let named: [CaptureDevice]
  private var current: CaptureDevice?

  /// - Parameter named: The first one is in use; more than one are all that there is to switch to.
  init(_ named: [CaptureDevice]) {
    self.named = named
    current = named.first
  }

  /// The camera after the one in use, from the last to the first; `nil` where there is no other.
  /// - Throws: `CaptureError` where the devices cannot be asked.
  mutating func next() throws(CaptureError) -> CaptureDevice? {
    guard let current else { return nil }
    let cameras = named.count > 1 ? named : try CaptureDevices.cameras()
    let index = cameras.firstIndex { $0.id == current.id }
    guard let next = index.map({ cameras[($0 + 1) % cameras.count] }) ?? cameras.first, next.id != current.id else {
      return nil
    }
    self.current = next
    return next
  }
}
