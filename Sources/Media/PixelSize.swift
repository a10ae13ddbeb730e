/// A width and a height in whole pixels.
public struct PixelSize: Hashable, Sendable {
  /// Pixels in a row.
  public var width: Int
  /// Rows.
  public var height: Int

  /// A size of `width` times `height` pixels.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The size that a text such as `640x480` says; `nil` unless both numbers are plain decimal digits above zero.
  public init?(_ text: String) {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let width = Int(parts[0]), let height = Int(parts[1]), width > 0, height > 0
    else { return nil }
    self.init(width: width, height: height)
  }

  /// Width times height; `Int.max` where the product would not fit.
  public var pixelCount: Int {
    let (product, overflow) = width.multipliedReportingOverflow(by: height)
    return overflow ? .max : product
  }

  /// The size with width and height exchanged, as after a quarter turn.
  public var transposed: PixelSize { PixelSize(width: height, height: width) }
}

extension PixelSize: CustomStringConvertible {
  /// `640x480`.
  public var description: String { "\(width)x\(height)" }
}
