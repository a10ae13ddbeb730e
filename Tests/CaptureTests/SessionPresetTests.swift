import Capture
import Media
import Testing

struct SessionPresetTests {
  private static func format(
    _ width: Int, _ height: Int, _ rates: [Int], _ content: VideoCaptureFormat.Content = .pixels(.yuv420p)
  ) -> VideoCaptureFormat {
    VideoCaptureFormat(
      fourCC: "\(content)", content: content, size: PixelSize(width: width, height: height),
      frameRates: rates.map { Rational($0) })
  }

  private static let vga = [format(640, 480, [30, 15]), format(320, 240, [30, 15])]
  private static let hd = [format(1280, 720, [30]), format(640, 360, [30])]

  @Test(arguments: [
    (vga, SessionPreset.high, "640x480"), (vga, .medium, "480x360"), (vga, .low, "192x144"),
    (hd, .high, "1280x720"), (hd, .medium, "480x360"), (hd, .low, "192x144"),
  ])
  func `the named presets give the sizes that AVFoundation gives`(
    formats: [VideoCaptureFormat], preset: SessionPreset, size: String
  ) throws {
    #expect(try preset.choice(among: formats, camera: "any").outputSize.description == size)
  }

  @Test func `a smaller picture comes from the smallest format that covers it`() throws {
    #expect(try SessionPreset.low.choice(among: Self.vga, camera: "any").format.size.description == "320x240")
    #expect(try SessionPreset.medium.choice(among: Self.vga, camera: "any").format.size.description == "640x480")
  }

  @Test func `high takes what moves before what is large, and the best rate where nothing moves`() throws {
    let usb = [
      Self.format(1920, 1080, [5]), Self.format(1920, 1080, [30], .motionJPEG), Self.format(1280, 720, [10]),
      Self.format(2560, 1440, [30], .motionJPEG),
    ]
    let choice = try SessionPreset.high.choice(among: usb, camera: "any")
    #expect(choice.format == usb[1])
    let slow = [Self.format(1280, 720, [5]), Self.format(640, 480, [15])]
    #expect(try SessionPreset.high.choice(among: slow, camera: "any").format == slow[1])
  }

  @Test func `raw pictures come before compressed ones of the same size and rate`() throws {
    let both = [Self.format(640, 480, [30], .motionJPEG), Self.format(640, 480, [30])]
    #expect(try SessionPreset.vga640x480.choice(among: both, camera: "any").format == both[1])
    let faster = [Self.format(640, 480, [30], .motionJPEG), Self.format(640, 480, [10])]
    #expect(try SessionPreset.vga640x480.choice(among: faster, camera: "any").format == faster[0])
  }

  @Test func `a preset that a camera cannot serve is refused with those that it can`() {
    let error = #expect(throws: CaptureError.self) {
      try SessionPreset.hd1280x720.choice(among: Self.vga, camera: "Webcam")
    }
    #expect(error?.code == .unsupportedPreset)
    #expect(error?.message.contains("'Webcam'") == true)
    #expect(error?.message.contains("640x480") == true)
    #expect(!SessionPreset.supported(by: Self.vga).contains(.hd1920x1080))
    #expect(SessionPreset.supported(by: Self.vga).contains(.high))
  }

  @Test func `what is usual is 720p at 30, or the nearest below`() throws {
    #expect(try VideoChoice.usual(among: Self.hd, camera: "any").outputSize.description == "1280x720")
    #expect(try VideoChoice.usual(among: Self.vga, camera: "any").outputSize.description == "640x480")
    let large = [Self.format(1920, 1080, [30]), Self.format(640, 480, [30])]
    #expect(try VideoChoice.usual(among: large, camera: "any").outputSize.description == "640x480")
  }

  @Test func `a rate is had exactly, or from a faster one, or refused`() throws {
    let choice = try VideoChoice.usual(among: Self.vga, frameRate: Rational(10), camera: "any")
    #expect(choice.deviceFrameRate == Rational(15))
    #expect(choice.frameRate == Rational(10))
    #expect(throws: CaptureError.self) {
      try VideoChoice.usual(among: Self.vga, frameRate: Rational(60), camera: "any")
    }
  }

  @Test func `a size is cut from the smallest that covers it, or refused with those there are`() throws {
    let size = PixelSize(width: 500, height: 300)
    let choice = try VideoChoice.sized(size, among: Self.vga, camera: "any")
    #expect(choice.outputSize == size)
    #expect(choice.format == Self.vga[0])
    let error = #expect(throws: CaptureError.self) {
      try VideoChoice.sized(PixelSize(width: 800, height: 600), among: Self.vga, camera: "any")
    }
    #expect(error?.message.contains("640x480, 320x240") == true)
  }
}
