import Capture
import Media
import Testing

struct VideoCaptureFormatTests {
  @Test func `pixels are raw, compressed pictures are not`() {
    let contents: [(VideoCaptureFormat.Content, Bool)] = [(.pixels(.nv12), true), (.motionJPEG, false), (.h264, false)]
    for (content, isRaw) in contents {
      let format = VideoCaptureFormat(
        fourCC: "ANY ", content: content, size: PixelSize(width: 640, height: 480),
        frameRates: [Rational(15), Rational(30)])
      #expect(format.isRaw == isRaw)
      #expect(format.highestFrameRate == Rational(30))
    }
  }
}
