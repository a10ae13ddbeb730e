/// An upright rectangle in a picture, in pixels from the picture's left upper corner.
public struct PixelRect: Hashable, Sendable {
  /// The left edge.
  public var x: Double
  /// The upper edge.
  public var y: Double
  /// The distance from the left to the right edge; not negative.
  public var width: Double
  /// The distance from the upper to the lower edge; not negative.
  public var height: Double

  /// The rectangle with its left upper corner at (`x`, `y`).
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The smallest rectangle that holds both corners.
  public init(corner first: PixelPoint, _ second: PixelPoint) {
    self.init(
      x: min(first.x, second.x), y: min(first.y, second.y),
      width: abs(first.x - second.x), height: abs(first.y - second.y))
  }

  /// The whole of a picture.
  public init(_ size: PixelSize) {
    self.init(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
  }
}
