import CFFmpeg
import Codecs
import Media
import Testing

struct VideoConverterTests {
  private func frame(
    _ format: AVPixelFormat = AV_PIX_FMT_YUV420P, width: Int32 = 320, height: Int32 = 240,
    color: ColorDescription? = .bt601,
    time: Int64 = 0
  ) throws -> Frame {
    let frame = try Frame()
    frame.pointer.pointee.format = format.rawValue
    frame.pointer.pointee.width = width
    frame.pointer.pointee.height = height
    #expect(av_frame_get_buffer(frame.pointer, 0) == 0)
    for plane in 0..<3 {
      guard
        let data = [frame.pointer.pointee.data.0, frame.pointer.pointee.data.1, frame.pointer.pointee.data.2][plane]
      else { continue }
      let stride = [
        frame.pointer.pointee.linesize.0, frame.pointer.pointee.linesize.1, frame.pointer.pointee.linesize.2,
      ]
      data.update(repeating: plane == 0 ? 100 : 128, count: Int(stride[plane] * (plane == 0 ? height : height / 2)))
    }
    if let color {
      frame.pointer.pointee.color_primaries = AVColorPrimaries(UInt32(color.primaries))
      frame.pointer.pointee.color_trc = AVColorTransferCharacteristic(UInt32(color.transfer))
      frame.pointer.pointee.colorspace = AVColorSpace(UInt32(color.matrix))
      frame.pointer.pointee.color_range = color.isFullRange == true ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
    }
    frame.presentationTime = time
    return frame
  }

  private func converter(_ width: Int = 320, _ height: Int = 240) -> VideoConverter {
    VideoConverter(
      PictureConversion(outputSize: PixelSize(width: width, height: height), assumedColor: .bt601),
      timeBase: Rational(1, 90000))
  }

  @Test(
    "a picture that fits already passes by reference, tagged or not", arguments: [ColorDescription.bt601, .bt709, nil])
  func reference(color: ColorDescription?) throws {
    let converter = converter()
    let input = try frame(color: color)
    let data = input.pointer.pointee.data.0
    try converter.push(input)
    let output = try #require(converter.pull())
    #expect(output.pointer.pointee.data.0 == data)
    #expect(converter.outputColor == color ?? .bt601)
  }

  @Test("so does one whose samples are merely said not to be square")
  func square() throws {
    let converter = converter()
    let input = try frame()
    input.pointer.pointee.sample_aspect_ratio = AVRational(num: 4, den: 3)
    let data = input.pointer.pointee.data.0
    try converter.push(input)
    let output = try #require(converter.pull())
    #expect(output.pointer.pointee.data.0 == data)
    #expect(output.pointer.pointee.sample_aspect_ratio.num == output.pointer.pointee.sample_aspect_ratio.den)
  }

  @Test("pictures that FFmpeg cannot convert are an error, again and again")
  func unconvertible() throws {
    #expect(!PixelFormat(AV_PIX_FMT_UYYVYY411).canBeConverted)
    #expect(PixelFormat.yuyv422.canBeConverted)
    let converter = converter()
    for _ in 0..<3 {
      #expect(throws: CodecsError.self) { try converter.push(try frame(AV_PIX_FMT_UYYVYY411)) }
    }
  }

  @Test("full range becomes limited")
  func range() throws {
    let converter = converter()
    let input = try frame(color: ColorDescription(primaries: 6, transfer: 6, matrix: 6, isFullRange: true))
    try converter.push(input)
    let output = try #require(converter.pull())
    // 100 of 255 is 101.9 of 16...235.
    #expect((101...103).contains(output.pointer.pointee.data.0?.pointee ?? 0))
    #expect(output.pointer.pointee.color_range == AVCOL_RANGE_MPEG)
  }

  @Test("pictures keep their own tags when the colours change in mid-stream")
  func change() throws {
    let converter = converter(160, 120)
    try converter.push(try frame(color: .bt601, time: 0))
    try converter.push(try frame(color: .bt709, time: 3000))
    try converter.push(nil)
    let first = try #require(converter.pull())
    let second = try #require(converter.pull())
    #expect(first.pointer.pointee.colorspace == AVCOL_SPC_SMPTE170M && first.presentationTime == 0)
    #expect(second.pointer.pointee.colorspace == AVCOL_SPC_BT709 && second.presentationTime == 3000)
    #expect(converter.pull() == nil)
  }

  @Test("a graph that cannot be made is an error", arguments: [AV_PIX_FMT_NONE.rawValue, 100_000])
  func refusal(format: Int32) throws {
    let input = try frame()
    input.pointer.pointee.format = format
    #expect(throws: CodecsError.self) { try self.converter(160, 120).push(input) }
  }
}
