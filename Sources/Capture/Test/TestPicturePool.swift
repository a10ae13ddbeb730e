internal import Codecs
internal import Media
internal import Platform

/// A test camera's pictures: their memory comes back when nobody looks at them any more, as a driver's buffers do.
final class TestPicturePool: Sendable {
  private let size: PixelSize
  private let color: ColorDescription
  private let free = Locked<[TestPictureMemory]>([])

  init(size: PixelSize, color: ColorDescription) {
    self.size = size
    self.color = color
  }

  /// Draws a picture.
  /// - Parameters:
  ///   - time: Reported, in nanoseconds.
  ///   - duration: In nanoseconds.
  func makePicture(number: Int64, isFlash: Bool, time: Int64, duration: Int64) throws(CaptureError) -> SampleBuffer {
    let memory = free.withLock { $0.popLast() } ?? TestPictureMemory(size: size, color: color)
    memory.draw(number: number, isFlash: isFlash)
    do {
      return try SampleBuffer.picture(
        over: memory.planes, size: size, pixelFormat: .nv12, color: color, time: time, duration: duration
      ) { [free] in free.withLock { $0.append(memory) } }
    } catch {
      throw CaptureError(code: .unavailable, message: error.message)
    }
  }
}
