package import Media

/// What a decoded picture shall become for an 8-bit 4:2:0 encoder.
package struct PictureConversion: Hashable, Sendable {
  /// The encoder's picture size, after the orientation is baked.
  package var outputSize: PixelSize
  /// Applied to the pixels; `.up` leaves them as they are coded.
  package var bakedOrientation: Orientation
  /// Deinterlace frames that say that they are interlaced.
  package var deinterlaces: Bool
  /// Used where frames do not say what their colours mean.
  package var assumedColor: ColorDescription
  /// `yuv420p` or `nv12`.
  package var pixelFormat: PixelFormat

  package init(
    outputSize: PixelSize, bakedOrientation: Orientation = .up, deinterlaces: Bool = false,
    assumedColor: ColorDescription, pixelFormat: PixelFormat = .yuv420p
  ) {
    self.outputSize = outputSize
    self.bakedOrientation = bakedOrientation
    self.deinterlaces = deinterlaces
    self.assumedColor = assumedColor
    self.pixelFormat = pixelFormat
  }

  /// What the encoder's pictures mean: SDR, limited range, BT.601 kept, all else BT.709.
  package func outputColor(for source: ColorDescription, pixelFormat: PixelFormat) -> ColorDescription {
    let known = resolved(source)
    guard !pixelFormat.isRGB, !known.isHDR, !known.isWideGamut else { return .bt709 }
    switch known.matrix {
    case 5, 6:
      // SD as it is, with its own primaries (5 = 625 lines, 6 = 525 lines) where it names them.
      return ColorDescription(
        primaries: [1, 5, 6].contains(known.primaries) ? known.primaries : known.matrix, transfer: 6,
        matrix: known.matrix, isFullRange: false)
    default: return .bt709
    }
  }

  /// `color` with what is unspecified filled in from `assumedColor`.
  package func resolved(_ color: ColorDescription) -> ColorDescription {
    func known(_ value: Int32, _ fallback: Int32) -> Int32 { value == 2 || value == 0 || value == 3 ? fallback : value }
    let matrix = known(color.matrix, color.isHDR ? 9 : assumedColor.matrix)
    // Primaries and transfer that are not said follow the matrix that is.
    let family: Int32 = matrix == 5 || matrix == 6 ? 6 : matrix == 9 || matrix == 10 ? 9 : 1
    return ColorDescription(
      primaries: known(color.primaries, family), transfer: known(color.transfer, family == 9 ? 14 : family),
      matrix: matrix, isFullRange: color.isFullRange)
  }
}
