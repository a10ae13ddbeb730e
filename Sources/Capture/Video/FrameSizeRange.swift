internal import Media

/// Frame sizes as a device states them: from the smallest to the largest, in steps.
struct FrameSizeRange: Hashable, Sendable {
  let widths: ClosedRange<Int>
  let heights: ClosedRange<Int>
  let widthStep: Int
  let heightStep: Int

  /// - Returns: `nil` where the ends are the wrong way round or empty.
  init?(widths: (Int, Int), widthStep: Int, heights: (Int, Int), heightStep: Int) {
    guard widths.0 > 0, widths.0 <= widths.1, heights.0 > 0, heights.0 <= heights.1 else { return nil }
    self.widths = widths.0...widths.1
    self.heights = heights.0...heights.1
    self.widthStep = max(1, widthStep)
    self.heightStep = max(1, heightStep)
  }

  func contains(_ size: PixelSize) -> Bool {
    widths.contains(size.width) && heights.contains(size.height)
      && (size.width - widths.lowerBound) % widthStep == 0
      && (size.height - heights.lowerBound) % heightStep == 0
  }

  /// The sizes in use that it holds, and its largest, where that is a sensor's and not merely what a driver allows.
  var sizes: [PixelSize] {
    let largest = PixelSize(width: widths.upperBound, height: heights.upperBound)
    var sizes = Self.common.filter(contains)
    if sizes.isEmpty || (contains(largest) && largest.pixelCount <= Self.largestSensor && !sizes.contains(largest)) {
      sizes.append(largest)
    }
    return sizes
  }

  private static let largestSensor = 4096 * 4096

  private static let common: [PixelSize] = [
    (160, 120), (176, 144), (320, 180), (320, 240), (352, 288), (424, 240), (480, 360), (640, 360), (640, 480),
    (720, 480), (720, 576), (800, 600), (848, 480), (960, 540), (960, 720), (1024, 576), (1024, 768), (1280, 720),
    (1280, 800), (1280, 960), (1280, 1024), (1440, 1080), (1600, 900), (1600, 1200), (1920, 1080), (1920, 1440),
    (2048, 1536), (2560, 1440), (2592, 1944), (3264, 2448), (3840, 2160), (4032, 3024), (4096, 2160),
  ].map { PixelSize(width: $0.0, height: $0.1) }
}
