/// The matrix of an MP4 or QuickTime track header: how coded pixels are laid out for display.
///
/// A point (x, y) of the coded picture is shown at (a·x + c·y + tx, b·x + d·y + ty), y downwards
/// (ISO/IEC 14496-12, 6.2.2; QuickTime File Format, "Matrices").
public struct TrackMatrix: Hashable, Sendable {
  /// The nine numbers in file order: a b u, c d v, x y w. All are 16.16 fixed point but u, v and w, which are 2.30.
  ///
  /// A matrix that came from elsewhere may have any numbers in any count; only those with nine can mean anything.
  public var values: [Int32]

  /// The matrix of these nine numbers, in file order.
  public init(values: [Int32]) {
    self.values = values
  }

  /// One in 16.16 fixed point.
  static let one: Int32 = 1 << 16
  /// One in 2.30 fixed point.
  static let unit: Int32 = 1 << 30

  /// Leaves the picture as it is.
  public static let identity = TrackMatrix(values: [one, 0, 0, 0, one, 0, 0, 0, unit])

  /// Where a point of the coded picture is shown; `nil` unless the matrix has nine numbers and no perspective.
  public func map(_ point: PixelPoint) -> PixelPoint? {
    guard values.count == 9, values[2] == 0, values[5] == 0, values[8] == Self.unit else { return nil }
    let number = values.map { Double($0) / Double(Self.one) }
    return PixelPoint(
      x: number[0] * point.x + number[3] * point.y + number[6],
      y: number[1] * point.x + number[4] * point.y + number[7])
  }
}
