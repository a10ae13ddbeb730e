internal import CV4L2
internal import Glibc
internal import Platform

/// A V4L2 camera in use.
///
/// Raw pictures lie over the driver's own buffers, without a copy, and go back to it when nobody looks at them any more;
/// where that would leave the driver fewer than two, they are copied, and `.copiedForShortage` is noted. Compressed
/// pictures are copied: they are small. A picture's time is when its exposure began, as far as the driver tells.
///
/// From `open` until `stop()` no other program can set the camera. Whoever starts it has to stop it.
public final class V4L2Camera: CaptureSource, @unchecked Sendable {
  // Safe: `phase` and `thread` are touched under `lock` alone, and nothing else changes after init.
  public let device: CaptureDevice
  public let format: CaptureFormat

  let node: V4L2Node
  let setting: CameraSetting
  let buffers: CameraBuffers
  /// Raised by `stop()`, and where the driver does not take a buffer back.
  let wake: StopSignal

  private enum Phase: Hashable {
    case opened, capturing, finished
  }

  private let lock = Lock()
  private let changed = Condition()
  private var phase = Phase.opened
  private var thread: pthread_t?

  init(
    device: CaptureDevice, format: CaptureFormat, node: V4L2Node, setting: CameraSetting, buffers: CameraBuffers,
    wake: StopSignal
  ) {
    self.device = device
    self.format = format
    self.node = node
    self.setting = setting
    self.buffers = buffers
    self.wake = wake
  }

  public func start(into sink: any SampleSink) throws(CaptureError) {
    try lock.withLock { () throws(CaptureError) in
      guard phase == .opened else {
        throw CaptureError(
          code: .invalidState, message: "cannot start camera '\(node.path)': it was started or stopped before")
      }
      do throws(CaptureError) {
        try buffers.start()
      } catch {
        phase = .finished
        buffers.stop()
        throw error
      }
      do throws(PlatformError) {
        try SystemThread.start(name: "rushes-camera") { [self] in run(into: sink) }
      } catch {
        phase = .finished
        buffers.stop()
        throw CaptureError(code: .unavailable, message: error.message)
      }
      phase = .capturing
    }
  }

  public func stop() {
    wake.raise()
    lock.withLock {
      switch phase {
      case .opened:
        phase = .finished
        buffers.stop()
      case .capturing:
        // A sink that stops its own source is called by the very thread that would be waited for.
        if let thread, pthread_equal(thread, pthread_self()) != 0 { return }
        while phase == .capturing { changed.wait(releasing: lock) }
      case .finished: break
      }
    }
  }

  private func run(into sink: any SampleSink) {
    lock.withLock { thread = pthread_self() }
    let error = capture(into: sink)
    buffers.stop()
    sink.end(error)
    lock.withLock {
      phase = .finished
      changed.broadcast()
    }
  }
}
