/// A device that came or went.
public enum DeviceEvent: Hashable, Sendable {
  /// It can be used from now on. Comes again for a device of which more is known than before, such as its formats once
  /// the system has given access to it.
  case connected(CaptureDevice)
  /// It is gone; so is whatever captured from it.
  case disconnected(CaptureDevice)

  /// What has to be told to whoever knows `old` and shall know `new`: first what went, then what came.
  static func differences(from old: [CaptureDevice], to new: [CaptureDevice]) -> [DeviceEvent] {
    let remaining = Set(new.map(\.id))
    let known = Set(old)
    return old.filter { !remaining.contains($0.id) }.map { .disconnected($0) }
      + new.filter { !known.contains($0) }.map { .connected($0) }
  }
}
