import CFFmpeg
import Codecs
import Media
import TestSupport
import Testing

/// What a captured picture shows, patch by patch, whatever its pixel format: converted to 4:2:0, and by its own matrix
/// to red, green and blue.
struct PatchColors {
  let colors: [RGBColor]

  /// Eight patches in a row, a quarter from the bottom, each in the middle of one of eight bars.
  init(_ sample: SampleBuffer) throws {
    let size = try #require(sample.pixelSize)
    let converter = VideoConverter(
      PictureConversion(outputSize: size, assumedColor: .bt601), timeBase: Rational(1, 1_000_000_000))
    let frame = try #require(
      try sample.withFrame { (pointer) throws -> Frame in try Frame(referencing: pointer) })
    try converter.push(frame)
    try converter.push(nil)
    let output = try #require(converter.pull())
    let matrix = output.pointer.pointee.colorspace
    colors = try (0..<8).map { bar in
      let (x, y) = ((2 * bar + 1) * size.width / 16, size.height * 3 / 4)
      let luma = try Self.value(output, plane: 0, x: x, y: y)
      let (blue, red) = (
        try Self.value(output, plane: 1, x: x / 2, y: y / 2), try Self.value(output, plane: 2, x: x / 2, y: y / 2)
      )
      return Self.color(luma, blue, red, isBT709: matrix == AVCOL_SPC_BT709)
    }
  }

  private static func value(_ frame: Frame, plane: Int, x: Int, y: Int) throws -> Double {
    let data = [frame.pointer.pointee.data.0, frame.pointer.pointee.data.1, frame.pointer.pointee.data.2][plane]
    let strides = [
      frame.pointer.pointee.linesize.0, frame.pointer.pointee.linesize.1, frame.pointer.pointee.linesize.2,
    ]
    return Double(try #require(data)[y * Int(strides[plane]) + x])
  }

  /// ITU-R BT.601 and BT.709, limited range.
  private static func color(_ luma: Double, _ blue: Double, _ red: Double, isBT709: Bool) -> RGBColor {
    let (kr, kb) = isBT709 ? (0.2126, 0.0722) : (0.299, 0.114)
    let (y, pb, pr) = ((luma - 16) / 219, (blue - 128) / 224, (red - 128) / 224)
    let (r, b) = (y + 2 * (1 - kr) * pr, y + 2 * (1 - kb) * pb)
    let g = (y - kr * r - kb * b) / (1 - kr - kb)
    return RGBColor(r * 255, g * 255, b * 255)
  }
}
