public import Media

extension SessionPreset {
  /// Frames a second where nothing is said.
  static let usualFrameRate = Rational(30)
  /// `high` takes a larger picture only where it moves.
  static let leastHighFrameRate = Rational(24)

  /// What comes out of it, for presets that say.
  public var size: PixelSize? {
    switch self {
    case .photo, .high, .inputPriority: nil
    case .medium: PixelSize(width: 480, height: 360)
    case .low: PixelSize(width: 192, height: 144)
    case .cif352x288: PixelSize(width: 352, height: 288)
    case .vga640x480: PixelSize(width: 640, height: 480)
    case .hd1280x720, .iFrame1280x720: PixelSize(width: 1280, height: 720)
    case .hd1920x1080: PixelSize(width: 1920, height: 1080)
    case .iFrame960x540: PixelSize(width: 960, height: 540)
    }
  }

  /// Every picture is a key frame: for editing.
  public var isAllIntra: Bool { self == .iFrame960x540 || self == .iFrame1280x720 }

  /// How a camera is set for this preset.
  ///
  /// - Parameters:
  ///   - formats: What the camera has.
  ///   - frameRate: Frames a second that are wanted; `nil` for the usual 30, or the nearest there is.
  /// - Throws: `CaptureError` (`.unsupportedPreset`, with the presets that it can; `.unsupportedFormat` for the rate).
  public func choice(
    among formats: [VideoCaptureFormat], frameRate: Rational? = nil, camera name: String
  ) throws(CaptureError) -> VideoChoice {
    if let choice = try choiceIfAny(among: formats, frameRate: frameRate, camera: name) { return choice }
    throw CaptureError(
      code: .unsupportedPreset,
      message: "cannot set camera '\(name)' to preset '\(rawValue)': it has no picture as large; it can "
        + Self.supported(by: formats).map(\.rawValue).joined(separator: ", "))
  }

  /// Whether a camera can serve this preset.
  public func isSupported(by formats: [VideoCaptureFormat]) -> Bool {
    do throws(CaptureError) {
      return try choiceIfAny(among: formats, frameRate: nil, camera: "") != nil
    } catch {
      return false
    }
  }

  /// `nil` where the camera has no picture as large.
  private func choiceIfAny(
    among formats: [VideoCaptureFormat], frameRate: Rational?, camera name: String
  ) throws(CaptureError) -> VideoChoice? {
    let chooser = FormatChooser(formats: formats, frameRate: frameRate, camera: name)
    switch self {
    case .photo: return try chooser.largest(upTo: nil, atLeast: nil)
    case .high: return try chooser.largest(upTo: PixelSize(width: 1920, height: 1080), atLeast: Self.leastHighFrameRate)
    case .inputPriority: return try chooser.first()
    // These two name no size: a smaller camera serves them as it is.
    case .medium, .low:
      if let size, let choice = try chooser.covering(size) { return choice }
      return try chooser.largest(upTo: size, atLeast: nil)
    default:
      guard let size else { return nil }
      return try chooser.covering(size)
    }
  }

  /// The presets that a camera can serve.
  public static func supported(by formats: [VideoCaptureFormat]) -> [SessionPreset] {
    allCases.filter { $0.isSupported(by: formats) }
  }
}

extension VideoChoice {
  /// What `rec` takes where nothing is said: 1280x720 at 30 frames a second, or the nearest below.
  public static func usual(
    among formats: [VideoCaptureFormat], frameRate: Rational? = nil, camera name: String
  ) throws(CaptureError) -> VideoChoice {
    let chooser = FormatChooser(formats: formats, frameRate: frameRate, camera: name)
    if let exact = try chooser.exactly(PixelSize(width: 1280, height: 720)) { return exact }
    return try chooser.largest(
      upTo: PixelSize(width: 1280, height: 720), atLeast: frameRate ?? SessionPreset.leastHighFrameRate)
  }

  /// A picture of exactly `size`: the device's own, or cut and scaled from the smallest larger one.
  /// - Throws: `CaptureError` (`.unsupportedFormat`, with the sizes there are).
  public static func sized(
    _ size: PixelSize, among formats: [VideoCaptureFormat], frameRate: Rational? = nil, camera name: String
  ) throws(CaptureError) -> VideoChoice {
    let chooser = FormatChooser(formats: formats, frameRate: frameRate, camera: name)
    if let choice = try chooser.covering(size) { return choice }
    throw CaptureError(
      code: .unsupportedFormat,
      message: "cannot set camera '\(name)' to \(size): the sizes it has are \(chooser.sizesText)")
  }
}
