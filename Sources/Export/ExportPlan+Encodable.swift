internal import Media
internal import Settings

extension ExportPlan: Encodable {
  private enum Key: String, CodingKey {
    case schema, preset, container, rateRule, source, tracks, warnings, estimatedByteCount, duration
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(1, forKey: .schema)
    try container.encode(presetName, forKey: .preset)
    try container.encode(self.container.rawValue, forKey: .container)
    try container.encodeIfPresent(rateRule?.rawValue, forKey: .rateRule)
    try container.encode(source, forKey: .source)
    try container.encode(tracks, forKey: .tracks)
    try container.encode(warnings, forKey: .warnings)
    try container.encodeIfPresent(estimatedByteCount, forKey: .estimatedByteCount)
    try container.encodeIfPresent(duration?.seconds, forKey: .duration)
  }
}

extension TrackPlan: Encodable {
  private enum Key: String, CodingKey {
    case track, type, codec, action, reasons, width, height, bakedRotation, bakedMirror, rotation, maximumBitRate
    case averageBitRate, quality, sampleRate, channels, bitRate, language, keyFrameInterval, profile, effort, frameRate
    case toneMapped
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(trackID, forKey: .track)
    try container.encode(mediaType.rawValue, forKey: .type)
    try container.encode(codec, forKey: .codec)
    try container.encode(actionName, forKey: .action)
    try container.encode(reasons, forKey: .reasons)
    try container.encodeIfPresent(language, forKey: .language)
    switch action {
    case .copy, .drop: break
    case .encodeAudio(let settings):
      try container.encode(settings.sampleRate, forKey: .sampleRate)
      try container.encode(settings.channels, forKey: .channels)
      try container.encode(settings.bitRate.bitsPerSecond, forKey: .bitRate)
    case .encodeVideo(let settings, let treatment):
      try container.encode(settings.size.width, forKey: .width)
      try container.encode(settings.size.height, forKey: .height)
      try container.encode(treatment.bakedOrientation.clockwiseRotation, forKey: .bakedRotation)
      try container.encode(treatment.bakedOrientation.isMirrored, forKey: .bakedMirror)
      try container.encode(orientation.clockwiseRotation, forKey: .rotation)
      try container.encodeIfPresent(settings.nominalFrameRate?.description, forKey: .frameRate)
      try container.encode(settings.keyFrameCount, forKey: .keyFrameInterval)
      try container.encode(settings.profile.rawValue, forKey: .profile)
      try container.encode(settings.effort.rawValue, forKey: .effort)
      try container.encode(treatment.isToneMapped, forKey: .toneMapped)
      switch settings.rate.control {
      case .average(let rate): try container.encode(rate.bitsPerSecond, forKey: .averageBitRate)
      case .constantQuality(let quality, let maximum, _):
        try container.encode(quality, forKey: .quality)
        try container.encode(maximum.bitsPerSecond, forKey: .maximumBitRate)
      }
    }
  }
}
