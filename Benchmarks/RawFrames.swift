import Capture
import Codecs
import Glibc
import Media

/// Writes a test camera's pictures to standard output, for ffmpeg to read through a pipe.
enum RawFrames {
  static func write(_ text: String) throws {
    let device = try TestDevices.device(text, mediaType: .video)
    guard let format = device.videoFormats.first else { throw BenchmarkError("'\(text)' has no picture") }
    let camera = try TestCamera.open(device, format: format, frameRate: nil)
    let sink = PipeSink()
    try camera.start(into: sink)
    sink.waitForEnd()
    camera.stop()
  }

  /// Writes each picture before it takes the next.
  private final class PipeSink: SampleSink, @unchecked Sendable {
    // Safe: `hasFailed` is touched on the camera's thread alone; a semaphore may be used on any.
    private var hasFailed = false
    private let ended: UnsafeMutablePointer<sem_t>

    init() {
      ended = .allocate(capacity: 1)
      sem_init(ended, 0, 0)
    }

    deinit {
      sem_destroy(ended)
      ended.deallocate()
    }

    func deliver(_ sample: CapturedSample) {
      guard let bytes = try? sample.sample.copyPicture() else {  // No picture: the reader will miss it.
        hasFailed = true
        return
      }
      var written = 0
      while written < bytes.count, !hasFailed {
        let count = bytes.withUnsafeBytes { Glibc.write(1, $0.baseAddress?.advanced(by: written), $0.count - written) }
        if count > 0 { written += count } else { hasFailed = true }
      }
    }

    func waitForRoom() -> Bool { !hasFailed }
    func note(_ event: CaptureEvent) {}
    func end(_ error: CaptureError?) { sem_post(ended) }

    func waitForEnd() { while sem_wait(ended) != 0 {} }
  }
}
