import Media
import TestSupport

extension Corners {
  /// The corners of the picture after what `orientation` does to it: mirrored first, then turned clockwise.
  func turned(by orientation: Orientation) -> Corners {
    var result = orientation.isMirrored ? Corners(topRight, topLeft, bottomRight, bottomLeft) : self
    for _ in 0..<orientation.clockwiseRotation / 90 {
      result = Corners(result.bottomLeft, result.topLeft, result.bottomRight, result.topRight)
    }
    return result
  }
}
