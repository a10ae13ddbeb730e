public import Media

/// How large a picture is encoded, and which way it lies then: pure geometry.
///
/// The picture is what a person sees: coded width × sample aspect ratio, by coded height, turned upright. It is scaled
/// to fit in the box, which is turned to lie as the picture does (640x480 holds a portrait clip as 480x640); its aspect
/// ratio stays, it is never scaled up, and both sides come out even, at least 2. The encoded pixels are square.
public struct PictureFit: Hashable, Sendable {
  /// The encoded picture, as it lies in the encoder.
  public let encodedSize: PixelSize
  /// What is done to the coded pixels before they are encoded.
  public let pixelOrientation: Orientation
  /// What the track's matrix then still asks of a player.
  public let trackOrientation: Orientation

  /// The encoded picture as a person sees it.
  public var displayedSize: PixelSize { trackOrientation.map(encodedSize) }

  /// Fits a picture; `nil` where one of its sides is not between 1 and 2³¹ − 1.
  ///
  /// - Parameters:
  ///   - codedSize: The source's picture as it is coded, after cropping.
  ///   - sampleAspectRatio: Width over height of one coded pixel; `nil` for unknown, which counts as square. So does what
  ///     rounding has left, such as 639:640: a ratio that changes a side by no more than one pixel; and so does what no
  ///     camera has, a ratio below 1:16 or above 16:1.
  ///   - orientation: What makes the coded picture upright.
  ///   - box: What it has to fit in; `nil` for the picture's own size.
  ///   - policy: Whether pixels are turned, or a matrix is written.
  public init?(
    codedSize: PixelSize, sampleAspectRatio: Rational? = nil, orientation: Orientation = .up, box: PixelSize?,
    policy: OrientationPolicy = .bake
  ) {
    let sides = 1...Int(Int32.max)
    guard sides.contains(codedSize.width), sides.contains(codedSize.height) else { return nil }
    let ratio = Self.effectiveRatio(sampleAspectRatio, of: codedSize)
    var width = Length(
      numerator: Int128(codedSize.width) * Int128(ratio.numerator), denominator: Int128(ratio.denominator))
    var height = Length(numerator: Int128(codedSize.height), denominator: 1)
    if orientation.swapsAxes { swap(&width, &height) }

    let upright = Self.fit(width, height, in: box)
    if policy == .bake || orientation.isMirrored {
      encodedSize = upright
      pixelOrientation = orientation
      trackOrientation = .up
    } else {
      encodedSize = orientation.inverse.map(upright)
      pixelOrientation = .up
      trackOrientation = orientation
    }
  }

  /// The shape of a coded pixel that is reckoned with: 1 for a ratio that is unknown, absurd, or what rounding has left.
  public static func effectiveRatio(_ ratio: Rational?, of codedSize: PixelSize) -> Rational {
    let square = Rational(1)
    guard let ratio, ratio >= Rational(1, 16), ratio <= Rational(16) else { return square }
    let (numerator, denominator) = (Int128(ratio.numerator), Int128(ratio.denominator))
    let difference = numerator < denominator ? denominator - numerator : numerator - denominator
    // The width would change by width × difference ÷ denominator, the height by height × difference ÷ numerator.
    let isLeftover =
      Int128(codedSize.width) * difference <= denominator || Int128(codedSize.height) * difference <= numerator
    return isLeftover ? square : ratio
  }

  /// An exact length in pixels.
  ///
  /// Sides are below 2³¹ and the parts of a ratio below 2⁶³, so that a product of two sides and one part fits.
  private struct Length {
    var numerator: Int128
    var denominator: Int128

    var roundedDown: Int128 { numerator / denominator }

    /// The nearest even number, from the middle the greater, but even, at least 2 and else not above `limit`.
    func even(limit: Int128) -> Int {
      let nearest = (numerator + denominator) / (2 * denominator) * 2
      return Int(max(min(nearest, limit / 2 * 2), 2))
    }
  }

  private static func fit(_ width: Length, _ height: Length, in box: PixelSize?) -> PixelSize {
    var (limitWidth, limitHeight) = (width.roundedDown, height.roundedDown)
    var (fittedWidth, fittedHeight) = (width, height)
    if let box {
      let isLandscape = width.numerator * height.denominator >= height.numerator * width.denominator
      let boxSides = [box.width, box.height].map { Int128(min(max($0, 2), Int(Int32.max))) }.sorted()
      let (boxWidth, boxHeight) = isLandscape ? (boxSides[1], boxSides[0]) : (boxSides[0], boxSides[1])
      if limitWidth >= boxWidth || limitHeight >= boxHeight {
        // One of both sides fills the box: the width, unless the height would then be larger than the box.
        let widthDemand = boxWidth * height.numerator * width.denominator
        let heightDemand = boxHeight * width.numerator * height.denominator
        if widthDemand <= heightDemand {
          fittedWidth = Length(numerator: boxWidth, denominator: 1)
          fittedHeight = Length(numerator: widthDemand, denominator: width.numerator * height.denominator)
        } else {
          fittedHeight = Length(numerator: boxHeight, denominator: 1)
          fittedWidth = Length(numerator: heightDemand, denominator: height.numerator * width.denominator)
        }
      }
      limitWidth = min(limitWidth, boxWidth)
      limitHeight = min(limitHeight, boxHeight)
    }
    return PixelSize(width: fittedWidth.even(limit: limitWidth), height: fittedHeight.even(limit: limitHeight))
  }
}
