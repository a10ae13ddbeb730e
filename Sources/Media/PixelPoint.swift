/// A place in a picture, in pixels from its left upper corner.
///
/// Coordinates lie between pixels: the left upper pixel covers 0 to 1, and its centre is (0.5, 0.5).
public struct PixelPoint: Hashable, Sendable {
  /// Distance from the left edge.
  public var x: Double
  /// Distance from the upper edge.
  public var y: Double

  /// The place `x` pixels right of and `y` pixels below the left upper corner.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}
