internal import Media

/// Picks one of a camera's formats: pure.
struct FormatChooser {
  let formats: [VideoCaptureFormat]
  /// Frames a second that must be had; `nil` for as near to 30 as can be.
  let frameRate: Rational?
  let camera: String

  /// The sizes there are, largest first.
  var sizesText: String {
    Set(formats.map(\.size)).sorted { $0.pixelCount > $1.pixelCount }.map(\.description).joined(separator: ", ")
  }

  /// The largest size within limits; where none is fast enough, the fastest.
  func largest(upTo limit: PixelSize?, atLeast rate: Rational?) throws(CaptureError) -> VideoChoice {
    let fitting = try usable.filter { format in
      limit.map { format.size.width <= $0.width && format.size.height <= $0.height } ?? true
    }
    // All sizes are above the limit: the smallest of them is scaled down by whoever asks.
    let candidates = fitting.isEmpty ? try usable : fitting
    let fast = candidates.filter { format in rate.map { (format.highestFrameRate ?? Rational(0)) >= $0 } ?? true }
    let best =
      fast.isEmpty
      ? candidates.max { first, second in
        let (left, right) = (first.highestFrameRate ?? Rational(0), second.highestFrameRate ?? Rational(0))
        return left != right ? left < right : isWorse(first, second) { $0.pixelCount < $1.pixelCount }
      }
      : fast.max { first, second in isWorse(first, second) { $0.pixelCount < $1.pixelCount } }
    guard let best else { throw noFormats }
    return choice(best, outputSize: best.size)
  }

  /// The first one: what the device prefers.
  func first() throws(CaptureError) -> VideoChoice {
    guard let format = try usable.first else { throw noFormats }
    return choice(format, outputSize: format.size)
  }

  /// The device's own format of that size, at the wanted rate; `nil` where it has none.
  func exactly(_ size: PixelSize) throws(CaptureError) -> VideoChoice? {
    let same = try usable.filter { $0.size == size && isFastEnough($0) }
    return same.max { isWorse($0, $1) { _, _ in false } }.map { choice($0, outputSize: size) }
  }

  /// The smallest format that covers a size; the rate counts first. `nil` where all are smaller.
  func covering(_ size: PixelSize) throws(CaptureError) -> VideoChoice? {
    let covering = try usable.filter { $0.size.width >= size.width && $0.size.height >= size.height }
    let fast = covering.filter(isFastEnough)
    let best =
      fast.isEmpty
      ? covering.max { first, second in
        let (left, right) = (first.highestFrameRate ?? Rational(0), second.highestFrameRate ?? Rational(0))
        return left != right ? left < right : isWorse(first, second) { $0.pixelCount > $1.pixelCount }
      }
      : fast.max { first, second in isWorse(first, second) { $0.pixelCount > $1.pixelCount } }
    return best.map { choice($0, outputSize: size) }
  }

  /// Formats that can give the wanted rate.
  private var usable: [VideoCaptureFormat] {
    get throws(CaptureError) {
      guard let frameRate else { return formats }
      let usable = formats.filter { ($0.highestFrameRate ?? Rational(0)) >= frameRate }
      if usable.isEmpty, let highest = formats.compactMap(\.highestFrameRate).max() {
        throw CaptureError(
          code: .unsupportedFormat,
          message: "cannot set camera '\(camera)' to \(frameRate) frames a second: it gives \(highest) at most")
      }
      return usable
    }
  }

  private var noFormats: CaptureError {
    CaptureError(
      code: .unsupportedFormat, message: "cannot use camera '\(camera)': it has no format that is known here")
  }

  private func isFastEnough(_ format: VideoCaptureFormat) -> Bool {
    (format.highestFrameRate ?? Rational(0)) >= (frameRate ?? SessionPreset.leastHighFrameRate)
  }

  /// Orders by size; then what comes nearest to the wanted rate, what is not emulated, and raw before compressed.
  private func isWorse(
    _ first: VideoCaptureFormat, _ second: VideoCaptureFormat, bySize: (PixelSize, PixelSize) -> Bool
  ) -> Bool {
    if bySize(first.size, second.size) { return true }
    if bySize(second.size, first.size) { return false }
    let (left, right) = (reach(first), reach(second))
    if left != right { return left < right }
    return preference(first) < preference(second)
  }

  /// How much of the wanted rate a format gives; more than that is worth nothing.
  private func reach(_ format: VideoCaptureFormat) -> Rational {
    min(format.highestFrameRate ?? Rational(0), frameRate ?? SessionPreset.usualFrameRate)
  }

  private func preference(_ format: VideoCaptureFormat) -> Int {
    if format.isEmulated { return 0 }
    return switch format.content {
    case .h264: 1
    case .motionJPEG: 2
    // What the encoder takes as it is comes before what must be converted.
    case .pixels(.nv12), .pixels(.yuv420p): 4
    case .pixels: 3
    }
  }

  private func choice(_ format: VideoCaptureFormat, outputSize: PixelSize) -> VideoChoice {
    let even = PixelSize(width: max(2, outputSize.width & ~1), height: max(2, outputSize.height & ~1))
    let wanted = frameRate ?? SessionPreset.usualFrameRate
    let device = deviceRate(format, wanted)
    // A device that is faster than was asked for is slowed by leaving pictures out.
    return VideoChoice(
      format: format, deviceFrameRate: device, outputSize: even, frameRate: min(device, frameRate ?? device))
  }

  /// The wanted rate, else the lowest above it, else the highest.
  private func deviceRate(_ format: VideoCaptureFormat, _ wanted: Rational) -> Rational {
    guard let highest = format.highestFrameRate, let lowest = format.frameRates.min() else { return wanted }
    if format.isContinuous { return min(max(wanted, lowest), highest) }
    return format.frameRates.filter { $0 >= wanted }.min() ?? highest
  }
}
