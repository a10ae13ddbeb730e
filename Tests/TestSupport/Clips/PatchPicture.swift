/// A picture of eight even patches of known colour, four across and two down.
public enum PatchPicture {
  /// R'G'B' of the patches, row by row; the moderate ones survive 4:2:0 and any range.
  public static let colors: [RGBColor] = [
    RGBColor(255, 255, 255), RGBColor(128, 128, 128), RGBColor(192, 48, 48), RGBColor(48, 160, 64),
    RGBColor(48, 64, 192), RGBColor(224, 172, 136), RGBColor(16, 16, 16), RGBColor(192, 192, 40),
  ]

  static func source(width: Int, height: Int, seconds: Double) -> String {
    let boxes = colors.enumerated().map { index, color in
      let code = [color.red, color.green, color.blue].map { UInt8($0) }.map {
        ($0 < 16 ? "0" : "") + String($0, radix: 16)
      }.joined()
      return "drawbox=\(index % 4 * width / 4):\(index / 4 * height / 2):\(width / 4):\(height / 2):0x\(code):fill"
    }
    return (["color=black:s=\(width)x\(height):r=30:d=\(seconds)", "format=gbrp"] + boxes).joined(separator: ",")
  }

  /// The mean colours of the patches of a frame, their borders left out.
  public static func measure(_ frame: DecodedFrame) -> [RGBColor] {
    (0..<8).map { index in
      let (x, y) = (Double(index % 4) / 4, Double(index / 4) / 2)
      return frame.meanColor(x: x + 0.08...x + 0.17, y: y + 0.15...y + 0.35)
    }
  }

  /// The greatest difference of a component of any patch from what it shall be, in 8-bit steps.
  public static func error(_ frame: DecodedFrame) -> Double {
    zip(colors, measure(frame)).map { $0.distance(to: $1) }.max() ?? .infinity
  }
}
