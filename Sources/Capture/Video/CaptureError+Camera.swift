internal import Glibc
internal import Platform

extension CaptureError {
  /// Why a camera's node could not be opened, with the remedy.
  static func opening(camera path: String, errorNumber: Int32) -> CaptureError {
    switch errorNumber {
    case EACCES, EPERM:
      let remedy = NodePermissions(of: path)?.remedy(for: path)
      return CaptureError(
        code: .denied,
        message: PlatformError(cannot: "open camera", path, errorNumber: errorNumber, remedy: remedy).message)
    case ENOENT, ENODEV, ENXIO:
      return CaptureError(
        code: .noDevice, message: PlatformError(cannot: "open camera", path, errorNumber: errorNumber).message)
    default:
      return using(camera: path, verb: "open", errorNumber: errorNumber, isOpen: false)
    }
  }

  /// What a camera's driver refused.
  /// - Parameter isOpen: This program has the node open.
  static func using(
    camera path: String, verb: String, errorNumber: Int32, isOpen: Bool = true
  ) -> CaptureError {
    let text = { (remedy: String?) in
      PlatformError(cannot: "\(verb) camera", path, errorNumber: errorNumber, remedy: remedy).message
    }
    switch errorNumber {
    case EBUSY:
      return CaptureError(code: .busy, message: text(nil) + DeviceHolder.clause(for: path, isOpen: isOpen))
    case ENODEV, ENXIO, ENOENT:
      return CaptureError(code: .disconnected, message: text("it was unplugged"))
    case ENOSPC:
      return CaptureError(
        code: .unavailable,
        message: text(
          "the USB bus has no room for it beside other devices: choose a smaller size or rate, or another port"))
    case ENOMEM, EMFILE, ENFILE:
      return CaptureError(code: .unavailable, message: text(nil))
    case EACCES, EPERM:
      return CaptureError(code: .denied, message: text("the driver does not allow it"))
    default:
      return CaptureError(code: .deviceFailed, message: text(nil))
    }
  }
}
