/// How the samples of a raw picture are spread over planes.
///
/// Chroma is smaller than luma by powers of two: `1, 1` is 4:2:0, `1, 0` is 4:2:2, `0, 0` is 4:4:4.
enum PictureArrangement: Hashable, Sendable {
  /// Everything in one plane.
  case packed(bytesPerPixel: Int)
  /// A luma plane, and one of chroma pairs.
  case semiplanar(horizontalShift: Int, verticalShift: Int, bytesPerSample: Int)
  /// Three planes of one byte a sample; some formats have Cr before Cb in memory.
  case planar(horizontalShift: Int, verticalShift: Int, isChromaSwapped: Bool)
}
