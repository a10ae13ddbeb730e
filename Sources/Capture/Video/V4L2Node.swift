internal import CV4L2
internal import Glibc
internal import Platform

/// An open V4L2 device node; closes it when the last reference goes.
///
/// Calls from several threads are ordered by the driver.
final class V4L2Node: @unchecked Sendable {
  // Safe: nothing changes after init; the pointers are functions.
  let path: String
  let device: rushes_v4l2_device
  /// libv4l2 answers its calls, and offers formats that it makes from others.
  let isEmulated: Bool
  private let closeCall: UnsafeMutableRawPointer?

  /// - Throws: `CaptureError` (`.noDevice`, `.denied`, `.busy`, `.deviceFailed`).
  init(_ path: String) throws(CaptureError) {
    let descriptor = rushes_v4l2_open(path)
    guard descriptor >= 0 else { throw .opening(camera: path, errorNumber: errno) }
    self.path = path
    device = rushes_v4l2_device(descriptor: descriptor, ioctl_call: nil, mmap_call: nil, munmap_call: nil)
    closeCall = nil
    isEmulated = false
  }

  /// Opens the node through libv4l2, which is loaded for that.
  /// - Throws: `CaptureError`; `.unsupportedFormat` where the library is not there or does not take the device.
  init(emulating path: String) throws(CaptureError) {
    let descriptor = rushes_v4l2_open(path)
    guard descriptor >= 0 else { throw .opening(camera: path, errorNumber: errno) }
    var device = rushes_v4l2_device(descriptor: descriptor, ioctl_call: nil, mmap_call: nil, munmap_call: nil)
    // The library stays loaded: what it returned lives in it.
    guard let library = rushes_v4l2_load_library(), let closeCall = rushes_v4l2_emulate(library, &device) else {
      close(descriptor)
      throw CaptureError(
        code: .unsupportedFormat,
        message: "cannot open camera '\(path)': none of its formats can be used without libv4l2; install libv4l-0")
    }
    self.path = path
    self.device = device
    self.closeCall = closeCall
    isEmulated = true
  }

  deinit { rushes_v4l2_close(device.descriptor, closeCall) }

  var descriptor: Int32 { device.descriptor }

  /// Fails with what the call that has just failed left in `errno`.
  func failure(_ verb: String, errorNumber: Int32 = errno) -> CaptureError {
    .using(camera: path, verb: verb, errorNumber: errorNumber)
  }
}
