internal import Foundation

/// One decoded picture, as R'G'B' bytes.
public struct DecodedFrame: Sendable {
  /// When it is shown, on the file's own timeline (edit lists applied).
  public let time: ExactTime
  public let width: Int
  public let height: Int
  /// Three bytes a pixel, rows without padding.
  public let pixels: [UInt8]

  public init(time: ExactTime, width: Int, height: Int, pixels: [UInt8]) {
    self.time = time
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  public func color(x: Int, y: Int) -> RGBColor {
    let index = (min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)) * 3
    return RGBColor(Double(pixels[index]), Double(pixels[index + 1]), Double(pixels[index + 2]))
  }

  /// The mean colour of a rectangle in fractions of the picture, 0...1 from the top left.
  public func meanColor(x: ClosedRange<Double> = 0...1, y: ClosedRange<Double> = 0...1) -> RGBColor {
    let columns = Self.range(x, width)
    let rows = Self.range(y, height)
    var sums = (0, 0, 0)
    pixels.withUnsafeBufferPointer { pixels in
      var row = rows.lowerBound
      while row < rows.upperBound {
        var index = (row * width + columns.lowerBound) * 3
        let end = (row * width + columns.upperBound) * 3
        while index < end {
          sums.0 += Int(pixels[index])
          sums.1 += Int(pixels[index + 1])
          sums.2 += Int(pixels[index + 2])
          index += 3
        }
        row += 1
      }
    }
    let count = Double(rows.count * columns.count)
    return RGBColor(Double(sums.0) / count, Double(sums.1) / count, Double(sums.2) / count)
  }

  /// The mean luma of a rectangle in fractions of the picture, 0...255.
  public func meanLuma(x: ClosedRange<Double> = 0...1, y: ClosedRange<Double> = 0...1) -> Double {
    meanColor(x: x, y: y).luma
  }

  /// The colours of the four corners (a patch inside the corner picture's blocks).
  public var corners: Corners {
    let (near, far) = (0.05...0.15, 0.85...0.95)
    return Corners(
      CornerColor(meanColor(x: near, y: near)), CornerColor(meanColor(x: far, y: near)),
      CornerColor(meanColor(x: near, y: far)), CornerColor(meanColor(x: far, y: far)))
  }

  /// Peak signal-to-noise ratio in dB over all three components; infinite if equal, `nil` if the sizes differ.
  public func psnr(to other: DecodedFrame) -> Double? {
    guard width == other.width, height == other.height else { return nil }
    var sum = 0
    pixels.withUnsafeBufferPointer { left in
      other.pixels.withUnsafeBufferPointer { right in
        var index = 0
        while index < left.count {
          let difference = Int(left[index]) - Int(right[index])
          sum += difference * difference
          index += 1
        }
      }
    }
    return sum == 0 ? .infinity : 10 * log10(255 * 255 * Double(pixels.count) / Double(sum))
  }

  private static func range(_ part: ClosedRange<Double>, _ size: Int) -> Range<Int> {
    let from = min(max(Int(part.lowerBound * Double(size)), 0), size - 1)
    return from..<min(max(Int(part.upperBound * Double(size)), from + 1), size)
  }
}
