extension Orientation {
  /// The track header's matrix that makes players show the coded picture upright, at the origin.
  ///
  /// A phone's portrait clip (``right``, 1920x1080 coded) gets (a, b, c, d) = (0, 1, −1, 0) and a shift of 1080 to the
  /// right, as QuickTime and AVFoundation write it. The format says shifts up to 32767 pixels; larger pictures get that.
  /// - Parameter codedSize: The size of the coded picture in square pixels.
  public func trackMatrix(codedSize: PixelSize) -> TrackMatrix {
    let one = Int(TrackMatrix.one)
    let shift = translation(codedSize: codedSize)
    func fixedPoint(_ pixels: Int) -> Int32 { Int32(min(max(pixels, 0), 0x7fff) * one) }
    return TrackMatrix(values: [
      Int32(linear.a * one), Int32(linear.b * one), 0,
      Int32(linear.c * one), Int32(linear.d * one), 0,
      fixedPoint(shift.x), fixedPoint(shift.y), TrackMatrix.unit,
    ])
  }

  /// The orientation a track header's matrix says, wherever it puts the picture.
  ///
  /// `nil` for a matrix that also scales, skews or turns by an odd angle, or that has not nine numbers.
  public init?(trackMatrix: TrackMatrix) {
    let values = trackMatrix.values
    guard values.count == 9, values[2] == 0, values[5] == 0, values[8] == TrackMatrix.unit else { return nil }
    let match = Self.allCases.first { orientation in
      orientation.trackMatrix(codedSize: PixelSize(width: 0, height: 0)).values.prefix(6) == values.prefix(6)
    }
    guard let match else { return nil }
    self = match
  }
}
