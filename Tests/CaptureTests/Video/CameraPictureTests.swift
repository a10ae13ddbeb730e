import Media
import Testing

@testable import Capture

struct CameraPictureTests {
  @Test(
    "a code of four characters means pixels of FFmpeg's",
    arguments: [
      ("YUYV", PixelFormat.yuyv422), ("UYVY", .uyvy422), ("NV12", .nv12), ("NV21", .nv21), ("YU12", .yuv420p),
      ("YV12", .yuv420p), ("NM12", .nv12), ("YM12", .yuv420p), ("RGB3", .rgb24), ("BGR3", .bgr24), ("XR24", .bgr0),
      ("GREY", .gray8), ("P010", .p010),
    ])
  func pixels(text: String, format: PixelFormat) throws {
    let code = try #require(FourCC(text))
    #expect(CameraPicture(code)?.content == .pixels(format))
    #expect(code.description == text)
  }

  @Test func `compressed pictures have no arrangement`() throws {
    for (text, content) in [("MJPG", VideoCaptureFormat.Content.motionJPEG), ("JPEG", .motionJPEG), ("H264", .h264)] {
      let picture = try #require(FourCC(text).flatMap { CameraPicture($0) })
      #expect(picture.content == content)
      #expect(picture.arrangement == nil)
    }
  }

  @Test func `what cannot be used has no meaning`() {
    for text in ["BA81", "pBAA", "HM12", "HEVC", "MPEG"] {
      #expect(FourCC(text).flatMap { CameraPicture($0) } == nil)
    }
    // The big-endian variant of 'Y16 ', with the highest bit set.
    #expect(CameraPicture(FourCC(rawValue: 0xa036_3159)) == nil)
  }

  @Test func `a code is read as the kernel writes it`() {
    // v4l2_fourcc('Y', 'U', 'Y', 'V') of linux/videodev2.h.
    #expect(FourCC("YUYV")?.rawValue == 0x5659_5559)
    #expect(FourCC("YUY") == nil)
    #expect(FourCC("YUYVY") == nil)
    #expect(FourCC("YÜY") == nil)
    #expect(FourCC(rawValue: 0x0020_3859).description == "Y8 .")
  }

  @Test func `every raw format's layout has as many planes as FFmpeg's format`() throws {
    let planeCounts = [
      "NV12": 2, "NV21": 2, "NV24": 2, "P010": 2, "YU12": 3, "422P": 3, "YUYV": 1, "RGB3": 1,
    ]
    for (text, count) in planeCounts {
      let arrangement = try #require(FourCC(text).flatMap { CameraPicture($0)?.arrangement })
      let memory = PictureLayout.Memory(stride: 0, byteCount: 640 * 480 * 4)
      let layout = try #require(
        PictureLayout(arrangement, size: PixelSize(width: 640, height: 480), memories: [memory]))
      #expect(layout.planes.count == count, "\(text)")
    }
  }
}
