internal import Codecs
internal import Media
internal import Settings

extension H264Encoding {
  /// What libx264 is told for settings and a first picture.
  init(_ settings: VideoEncoderSettings, timeBase: Rational, color: ColorDescription, pixelFormat: PixelFormat) {
    let rate: RateControl =
      switch settings.rate.control {
      case .average(let rate): .average(rate)
      case .constantQuality(let quality, let maximum, let bufferBits):
        .quality(Double(quality), maximum: maximum, bufferSize: bufferBits)
      }
    self.init(
      size: settings.size, color: color, pixelFormat: pixelFormat, timeBase: timeBase,
      nominalFrameRate: settings.nominalFrameRate ?? Rational(30), rate: rate, preset: settings.effort.rawValue,
      profile: settings.profile.rawValue, keyFrameInterval: settings.keyFrameCount,
      maximumBFrames: settings.profile == .baseline ? 0 : settings.maximumBFrames,
      threads: Self.threads(settings.threadCount, processors: Processors.count),
      extra: settings.isAdjustable ? Self.fixedParameterSets : [])
  }

  /// What x264's fast presets would otherwise choose differently, as `veryfast` has it.
  private static let fixedParameterSets = [
    ("refs", "1"), ("bf", "3"), ("b-pyramid", "normal"), ("weightp", "1"), ("weightb", "1"), ("coder", "cabac"),
    ("8x8dct", "1"),
  ]

  /// With one or two processors, another thread decodes meanwhile: one for the encoder costs least. Else x264 chooses.
  static func threads(_ wanted: Int, processors: Int) -> Int {
    wanted > 0 ? wanted : processors <= 2 ? 1 : 0
  }
}

extension H264Encoder {
  /// Opens an encoder that declares no level above the settings' highest.
  ///
  /// x264 declares what the stream needs. Only where that is too much is it told the level, and restricts itself.
  static func make(
    _ encoding: H264Encoding, maximumLevel: H264Level?
  ) throws(CodecsError) -> H264Encoder {
    let encoder = try H264Encoder(encoding)
    guard let maximumLevel, let level = encoder.level, level > maximumLevel.levelIDC else { return encoder }
    var restricted = encoding
    restricted.extra.append(("level", maximumLevel.rawValue))
    return try H264Encoder(restricted)
  }
}
