import Media
import Testing

@testable import Capture

struct CameraColorTests {
  /// Numbers of linux/videodev2.h.
  private func color(
    _ space: UInt32, transfer: UInt32 = 0, encoding: UInt32 = 0, quantization: UInt32 = 0, isRGB: Bool = false
  ) -> ColorDescription {
    ColorDescription(
      v4l2ColorSpace: space, transfer: transfer, encoding: encoding, quantization: quantization, isRGB: isRGB)
  }

  @Test func `what is not said is not known`() {
    #expect(color(0) == .unspecified)
  }

  @Test func `a colour space alone says what the kernel lets it say`() {
    #expect(color(1) == .bt601)
    #expect(color(3) == .bt709)
    #expect(color(8) == ColorDescription(primaries: 1, transfer: 13, matrix: 6, isFullRange: false))
    #expect(color(7) == ColorDescription(primaries: 1, transfer: 13, matrix: 6, isFullRange: true))
    #expect(color(10) == ColorDescription(primaries: 9, transfer: 1, matrix: 9, isFullRange: false))
  }

  @Test func `what is said in particular prevails`() {
    #expect(
      color(8, transfer: 1, encoding: 2, quantization: 1)
        == ColorDescription(primaries: 1, transfer: 1, matrix: 1, isFullRange: true))
    #expect(color(10, transfer: 7).isPQ)
  }

  @Test func `red, green and blue have no matrix, and the full range`() {
    #expect(color(8, isRGB: true) == ColorDescription(primaries: 1, transfer: 13, matrix: 0, isFullRange: true))
    #expect(color(8, quantization: 2, isRGB: true).isFullRange == false)
  }
}
