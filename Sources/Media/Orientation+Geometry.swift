extension Orientation {
  /// The size of the picture once it is upright.
  public func map(_ size: PixelSize) -> PixelSize {
    swapsAxes ? size.transposed : size
  }

  /// Where a point of the coded picture is in the upright one.
  /// - Parameter codedSize: The size of the coded picture.
  public func map(_ point: PixelPoint, in codedSize: PixelSize) -> PixelPoint {
    let (a, b) = (Double(linear.a), Double(linear.b))
    let (c, d) = (Double(linear.c), Double(linear.d))
    let origin = translation(codedSize: codedSize)
    return PixelPoint(
      x: a * point.x + c * point.y + Double(origin.x), y: b * point.x + d * point.y + Double(origin.y))
  }

  /// Where a rectangle of the coded picture is in the upright one.
  /// - Parameter codedSize: The size of the coded picture.
  public func map(_ rect: PixelRect, in codedSize: PixelSize) -> PixelRect {
    PixelRect(
      corner: map(PixelPoint(x: rect.x, y: rect.y), in: codedSize),
      map(PixelPoint(x: rect.x + rect.width, y: rect.y + rect.height), in: codedSize))
  }

  /// What brings the turned picture back to the origin: the picture covers exactly (0, 0) to its upright size.
  func translation(codedSize: PixelSize) -> (x: Int, y: Int) {
    (
      x: linear.a < 0 ? codedSize.width : linear.c < 0 ? codedSize.height : 0,
      y: linear.b < 0 ? codedSize.width : linear.d < 0 ? codedSize.height : 0
    )
  }
}
