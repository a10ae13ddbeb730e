internal import CV4L2
internal import Glibc
internal import Media
internal import Platform

extension V4L2Camera {
  /// The capture thread: fetches pictures until the camera is stopped or fails.
  /// - Returns: Why it ended by itself; `nil` after `stop()`.
  func capture(into sink: any SampleSink) -> CaptureError? {
    var pictures = CameraPictures(setting: setting, buffers: buffers)
    while true {
      do throws(PlatformError) {
        let ready = try wake.wait(forRaw: node.descriptor, .readable)
        switch buffers.dequeue() {
        case .filled(let buffer):
          if let error = pictures.deliver(buffer, to: sink) { return error }
        case .nothing:
          // A driver that reports an error and then has none would be asked for ever.
          if ready.contains(.failed), !ready.contains(.readable) {
            return node.failure("capture from", errorNumber: EIO)
          }
        case .failed(let errorNumber):
          return node.failure("capture from", errorNumber: errorNumber)
        }
      } catch {
        if let errorNumber = buffers.takeQueueFailure() {
          return node.failure("capture from", errorNumber: errorNumber)
        }
        return error.code == .stopped ? nil : CaptureError(code: .unavailable, message: error.message)
      }
    }
  }
}
