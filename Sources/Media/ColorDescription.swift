package import CFFmpeg

/// What a picture's numbers mean as colours: the code points of ITU-T H.273, and the range.
public struct ColorDescription: Hashable, Sendable {
  /// Colour primaries (1 = BT.709, 9 = BT.2020, 2 = unspecified).
  public let primaries: Int32
  /// Transfer characteristics (1 = BT.709, 16 = PQ, 18 = HLG, 2 = unspecified).
  public let transfer: Int32
  /// Matrix coefficients (0 = RGB, 1 = BT.709, 5 and 6 = BT.601, 9 = BT.2020, 2 = unspecified).
  public let matrix: Int32
  /// Samples use the whole range (0 to 255), not 16 to 235; `nil` where the source does not say.
  public let isFullRange: Bool?

  public init(primaries: Int32, transfer: Int32, matrix: Int32, isFullRange: Bool?) {
    self.primaries = primaries
    self.transfer = transfer
    self.matrix = matrix
    self.isFullRange = isFullRange
  }

  package init(
    primaries: AVColorPrimaries, transfer: AVColorTransferCharacteristic, matrix: AVColorSpace, range: AVColorRange
  ) {
    self.init(
      primaries: Int32(primaries.rawValue), transfer: Int32(transfer.rawValue), matrix: Int32(matrix.rawValue),
      isFullRange: range == AVCOL_RANGE_JPEG ? true : range == AVCOL_RANGE_MPEG ? false : nil)
  }

  public static let unspecified = ColorDescription(primaries: 2, transfer: 2, matrix: 2, isFullRange: nil)
  /// High definition, limited range.
  public static let bt709 = ColorDescription(primaries: 1, transfer: 1, matrix: 1, isFullRange: false)
  /// Standard definition (SMPTE 170M), limited range.
  public static let bt601 = ColorDescription(primaries: 6, transfer: 6, matrix: 6, isFullRange: false)

  /// SMPTE ST 2084.
  public var isPQ: Bool { transfer == Int32(AVCOL_TRC_SMPTE2084.rawValue) }
  /// ARIB STD-B67.
  public var isHLG: Bool { transfer == Int32(AVCOL_TRC_ARIB_STD_B67.rawValue) }
  /// PQ or HLG: must be tone-mapped for an SDR screen.
  public var isHDR: Bool { isPQ || isHLG }
  /// BT.2020 or P3 primaries with an SDR transfer: colours must be converted, not only relabelled.
  public var isWideGamut: Bool { !isHDR && [9, 11, 12].contains(primaries) }

  /// What a player assumes where nothing is said: BT.709 from 720 lines (or 1280 columns) up, BT.601 below.
  public static func assumed(for size: PixelSize) -> ColorDescription {
    min(size.width, size.height) >= 720 || max(size.width, size.height) >= 1280 ? .bt709 : .bt601
  }
}
