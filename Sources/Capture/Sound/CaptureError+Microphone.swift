internal import CALSA
internal import Glibc

extension CaptureError {
  /// Why a microphone could not be opened; takes ALSA's last message along.
  static func opening(microphone name: String, status: Int32) -> CaptureError {
    let path = ALSADeviceNode.path(of: name)
    let reason = ALSALog.reason(status)
    switch -status {
    case EBUSY, EAGAIN:
      return CaptureError(
        code: .busy,
        message: "cannot open microphone '\(name)': Device or resource busy"
          + (path.map { DeviceHolder.clause(for: $0, isOpen: false) } ?? ""))
    case EACCES, EPERM:
      let remedy = path.flatMap { NodePermissions(of: $0)?.remedy(for: $0) }
      return CaptureError(
        code: .denied, message: "cannot open microphone '\(name)': \(reason)" + (remedy.map { "; \($0)" } ?? ""))
    // A card's number that is none is EINVAL.
    case ENOENT, ENODEV, ENXIO, EINVAL:
      return CaptureError(
        code: .noDevice, message: "cannot open microphone '\(name)': \(reason)")
    case ENOMEM, EMFILE, ENFILE:
      return CaptureError(code: .unavailable, message: "cannot open microphone '\(name)': \(reason)")
    default:
      return CaptureError(code: .deviceFailed, message: "cannot open microphone '\(name)': \(reason)")
    }
  }

  /// What a microphone's driver refused while it was in use.
  static func using(microphone name: String, verb: String, status: Int32) -> CaptureError {
    let reason = ALSALog.reason(status)
    switch -status {
    case ENODEV, ENXIO, EBADFD:
      return CaptureError(
        code: .disconnected, message: "cannot \(verb) microphone '\(name)': it was unplugged")
    default:
      return CaptureError(code: .deviceFailed, message: "cannot \(verb) microphone '\(name)': \(reason)")
    }
  }
}
