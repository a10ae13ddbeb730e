internal import CV4L2
internal import Media

extension ColorDescription {
  /// What a device says of its colours; where it says nothing, what the kernel's documentation lets that mean.
  ///
  /// Without a colour space nothing is known but the range. The parameters are numbers of `v4l2_colorspace`,
  /// `v4l2_xfer_func`, `v4l2_ycbcr_encoding` and `v4l2_quantization`.
  init(v4l2ColorSpace space: UInt32, transfer: UInt32, encoding: UInt32, quantization: UInt32, isRGB: Bool) {
    let isSpaceKnown = Self.primaries[space] != nil
    let matrix =
      isRGB ? 0 : Self.matrices[encoding] ?? (isSpaceKnown ? Self.defaultMatrices[space] ?? Self.bt601Matrix : 2)
    let isFullRange: Bool? =
      switch quantization {
      case V4L2_QUANTIZATION_FULL_RANGE.rawValue: true
      case V4L2_QUANTIZATION_LIM_RANGE.rawValue: false
      default: isRGB || space == V4L2_COLORSPACE_JPEG.rawValue ? true : isSpaceKnown ? false : nil
      }
    self.init(
      primaries: Self.primaries[space] ?? 2,
      transfer: Self.transfers[transfer] ?? Self.defaultTransfers[space] ?? (isSpaceKnown ? Self.bt709Transfer : 2),
      matrix: matrix, isFullRange: isFullRange)
  }

  // Code points of ITU-T H.273.
  private static let bt709Transfer: Int32 = 1
  private static let bt601Matrix: Int32 = 6

  private static let primaries: [UInt32: Int32] = [
    V4L2_COLORSPACE_SMPTE170M.rawValue: 6, V4L2_COLORSPACE_SMPTE240M.rawValue: 7, V4L2_COLORSPACE_REC709.rawValue: 1,
    V4L2_COLORSPACE_470_SYSTEM_M.rawValue: 4, V4L2_COLORSPACE_470_SYSTEM_BG.rawValue: 5,
    V4L2_COLORSPACE_JPEG.rawValue: 1, V4L2_COLORSPACE_SRGB.rawValue: 1, V4L2_COLORSPACE_BT2020.rawValue: 9,
    V4L2_COLORSPACE_DCI_P3.rawValue: 11,
  ]
  private static let transfers: [UInt32: Int32] = [
    V4L2_XFER_FUNC_709.rawValue: 1, V4L2_XFER_FUNC_SRGB.rawValue: 13, V4L2_XFER_FUNC_SMPTE240M.rawValue: 7,
    V4L2_XFER_FUNC_NONE.rawValue: 8, V4L2_XFER_FUNC_DCI_P3.rawValue: 17, V4L2_XFER_FUNC_SMPTE2084.rawValue: 16,
  ]
  private static let defaultTransfers: [UInt32: Int32] = [
    V4L2_COLORSPACE_SMPTE170M.rawValue: 6, V4L2_COLORSPACE_SRGB.rawValue: 13, V4L2_COLORSPACE_JPEG.rawValue: 13,
    V4L2_COLORSPACE_SMPTE240M.rawValue: 7,
    V4L2_COLORSPACE_DCI_P3.rawValue: 17,
  ]
  private static let matrices: [UInt32: Int32] = [
    V4L2_YCBCR_ENC_601.rawValue: 6, V4L2_YCBCR_ENC_709.rawValue: 1, V4L2_YCBCR_ENC_XV601.rawValue: 6,
    V4L2_YCBCR_ENC_XV709.rawValue: 1, V4L2_YCBCR_ENC_BT2020.rawValue: 9,
    V4L2_YCBCR_ENC_BT2020_CONST_LUM.rawValue: 10, V4L2_YCBCR_ENC_SMPTE240M.rawValue: 7,
  ]
  private static let defaultMatrices: [UInt32: Int32] = [
    V4L2_COLORSPACE_REC709.rawValue: 1, V4L2_COLORSPACE_DCI_P3.rawValue: 1, V4L2_COLORSPACE_BT2020.rawValue: 9,
    V4L2_COLORSPACE_SMPTE240M.rawValue: 7,
  ]
}
