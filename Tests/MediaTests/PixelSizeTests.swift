import Media
import Testing

@Suite struct PixelSizeTests {
  @Test("a size is read from its own description")
  func text() {
    #expect(PixelSize("640x480") == PixelSize(width: 640, height: 480))
    #expect(PixelSize(width: 3840, height: 2160).description == "3840x2160")
  }

  @Test(
    "anything else is no size",
    arguments: [
      "", "x", "640", "640x", "x480", "640x480x1", "-640x480", "+640x480", "0x480", "640X480", " 640x480",
      "640x99999999999999999999", "٦x٦", "6e2x480",
    ])
  func noSize(text: String) {
    #expect(PixelSize(text) == nil)
  }

  @Test("pixels are counted, and too many do not trap")
  func count() {
    #expect(PixelSize(width: 640, height: 480).pixelCount == 307_200)
    #expect(PixelSize(width: .max, height: 2).pixelCount == .max)
    #expect(PixelSize(width: 640, height: 480).transposed == PixelSize(width: 480, height: 640))
  }
}
