/// The eight orientations by their EXIF/TIFF numbers: the operation that makes the coded picture upright.
public enum ClipOrientation: Int, CaseIterable, Sendable {
  case up = 1
  case upMirrored, down, downMirrored, leftMirrored, right, rightMirrored, left

  public var swapsAxes: Bool { rawValue >= 5 }

  /// ffmpeg filters that do the operation.
  public var filters: String {
    switch self {
    case .up: "null"
    case .upMirrored: "hflip"
    case .down: "hflip,vflip"
    case .downMirrored: "vflip"
    case .leftMirrored: "transpose=cclock_flip"
    case .right: "transpose=clock"
    case .rightMirrored: "transpose=clock_flip"
    case .left: "transpose=cclock"
    }
  }

  public var inverse: ClipOrientation {
    switch self {
    case .right: .left
    case .left: .right
    default: self
    }
  }

  /// The track header's matrix (ISO/IEC 14496-12, 6.2.2: a b u c d v x y w) for a coded size, with its translation.
  public func matrix(codedWidth width: Int, codedHeight height: Int) -> [Int32] {
    let (a, b, c, d): (Int32, Int32, Int32, Int32) =
      switch self {
      case .up: (1, 0, 0, 1)
      case .upMirrored: (-1, 0, 0, 1)
      case .down: (-1, 0, 0, -1)
      case .downMirrored: (1, 0, 0, -1)
      case .leftMirrored: (0, 1, 1, 0)
      case .right: (0, 1, -1, 0)
      case .rightMirrored: (0, -1, -1, 0)
      case .left: (0, -1, 1, 0)
      }
    let x = (a < 0 ? width : 0) + (c < 0 ? height : 0)
    let y = (b < 0 ? width : 0) + (d < 0 ? height : 0)
    let one: Int32 = 0x10000
    return [a * one, b * one, 0, c * one, d * one, 0, Int32(x) * one, Int32(y) * one, 0x4000_0000]
  }
}
