import Capture
import Media
import Testing

struct CaptureDeviceTests {
  private func camera(_ codes: String...) -> CaptureDevice {
    CaptureDevice(
      id: "id", localizedName: "Webcam", mediaType: .video, position: .front, mountingRotation: 90,
      connection: .v4l2(path: "/dev/video0"),
      videoFormats: codes.map {
        VideoCaptureFormat(
          fourCC: $0, content: .motionJPEG, size: PixelSize(width: 640, height: 480), frameRates: [Rational(30)])
      })
  }

  @Test func `a camera limited to a code is the same camera with fewer formats`() throws {
    let limited = try camera("YUYV", "MJPG", "MJPG").limited(to: "mjpg")
    #expect(limited.videoFormats.map(\.fourCC) == ["MJPG", "MJPG"])
    #expect(limited.id == "id" && limited.position == .front && limited.mountingRotation == 90)
  }

  @Test func `a code that it has not is refused, with those it has`() {
    let error = #expect(throws: CaptureError.self) { try camera("YUYV", "MJPG", "YUYV").limited(to: "NV12") }
    #expect(error?.code == .unsupportedFormat)
    #expect(error?.message == "cannot set camera 'Webcam' to format 'NV12': it has MJPG, YUYV")
    let closed = #expect(throws: CaptureError.self) { try camera().limited(to: "NV12") }
    #expect(closed?.message == "cannot set camera 'Webcam' to format 'NV12': it shows none")
  }
}
