internal import Media
internal import Reading
internal import Settings

/// What keeps a track from being copied under a preset; nothing: it can be.
enum CopyConditions {
  /// AAC's average wanders around what was asked for: a tenth more is still the preset's rate.
  private static let audioTolerance = Rational(11, 10)
  /// Rates a little above a cap are that rate: 60.02 is 60.
  static let frameRateTolerance = Rational(102, 100)

  /// FFmpeg's numbers of the profiles that every player of High takes.
  private static let playableProfiles: Set<Int> = [66, 77, 100, 578]
  private static let aacLowComplexity = 1

  /// - Parameters:
  ///   - frameRate: The track's usual one.
  ///   - survey: `nil` leaves out what only reading all packets can tell.
  static func obstacles(
    toCopyingVideo track: AssetTrack, encoding: VideoEncoding, rule: RateRule, policy: OrientationPolicy,
    frameRate: Rational?, survey: TrackSurvey?
  ) -> [ExportReason] {
    let format = track.format
    guard format.codec == .h264 else { return [ExportReason(.codec, "\(format.codec) is not H.264")] }
    var reasons: [ExportReason] = []
    func require(_ holds: Bool, _ code: ExportReason.Code, _ message: @autoclosure () -> String) {
      if !holds { reasons.append(ExportReason(code, message())) }
    }
    require(
      format.profile.map(playableProfiles.contains) ?? false, .profile,
      "profile \(format.profileName ?? "unknown") is above High")
    require(
      format.pixelFormat == .yuv420p || format.pixelFormat == .yuvj420p, .pixelFormat,
      "\(format.pixelFormat?.description ?? "unknown pixels") is not 8-bit 4:2:0")
    require(
      format.color.isFullRange != true && format.pixelFormat != .yuvj420p, .range, "samples use the full range")
    require(!format.color.isHDR && !format.color.isWideGamut, .color, "colours are HDR or wide gamut")
    require(!format.isInterlaced, .interlaced, "pictures are interlaced")
    geometry(track, encoding, policy, require)
    let cap = Rational(encoding.maximumFrameRate)
    require(
      !isAbove(frameRate, cap), .frameRate,
      "\(frameRate?.description ?? "unknown") frames a second are above \(cap)")
    if let maximum = encoding.maximumLevel, let level = format.level {
      require(level <= maximum.levelIDC, .level, "level \(level / 10).\(level % 10) is above \(maximum.rawValue)")
    }
    require(!format.extraDataIsMissing, .parametersMissing, "the container holds no parameter sets")
    reasons += obstaclesToAnyCopy(of: track)
    if let survey, let size = format.codedSize {
      reasons += obstacles(inTimesOf: survey)
      packets(survey, track, rule.videoRate(for: size, frameRate: frameRate).bitRate, require)
    }
    return reasons
  }

  static func obstacles(
    toCopyingAudio track: AssetTrack, encoding: AudioEncoding, survey: TrackSurvey?
  ) -> [ExportReason] {
    let format = track.format
    // Where SBR is signalled, the stated profile is only the core's.
    guard format.codec == .aac, format.profile == aacLowComplexity, [nil, 2].contains(format.audioObjectType) else {
      return [ExportReason(.codec, "\(name(of: format)) is not AAC-LC")]
    }
    guard let audio = format.audio else { return [ExportReason(.parametersMissing, "its format is not known")] }
    var reasons: [ExportReason] = []
    func require(_ holds: Bool, _ code: ExportReason.Code, _ message: @autoclosure () -> String) {
      if !holds { reasons.append(ExportReason(code, message())) }
    }
    require(
      audio.channelCount <= encoding.maximumChannels, .channels,
      "\(audio.channelCount) channels are more than \(encoding.maximumChannels)")
    require(AACParameters.sampleRates.contains(audio.sampleRate), .sampleRate, "\(audio.sampleRate) Hz is unusual")
    reasons += obstaclesToAnyCopy(of: track)
    if let survey {
      let limit = AACParameters.bitRate(
        perChannel: encoding.bitRatePerChannel, sampleRate: audio.sampleRate, channels: audio.channelCount)
      let most = limit.bitsPerSecond * audioTolerance.numerator / audioTolerance.denominator
      require(
        (survey.bitRate?.bitsPerSecond ?? .max) <= most, .bitRate,
        "\((survey.bitRate?.bitsPerSecond ?? 0) / 1000) kbit/s is above \(limit.bitsPerSecond / 1000)")
      require(survey.damagedReads == 0, .damaged, "packets are damaged")
      require(survey.packetCount > 0, .damaged, "there are no packets")
    }
    return reasons
  }

  private static func name(of format: FormatDescription) -> String {
    switch format.audioObjectType {
    case 5?: "HE-AAC"
    case 29?: "HE-AAC v2"
    default: "\(format.codec)\(format.profileName.map { " \($0)" } ?? "")"
    }
  }

  static func isAbove(_ rate: Rational?, _ cap: Rational) -> Bool {
    guard let rate else { return false }
    return rate
      > Rational(cap.numerator * frameRateTolerance.numerator, cap.denominator * frameRateTolerance.denominator)
  }

  private static func geometry(
    _ track: AssetTrack, _ encoding: VideoEncoding, _ policy: OrientationPolicy,
    _ require: (Bool, ExportReason.Code, @autoclosure () -> String) -> Void
  ) {
    let format = track.format
    guard let size = format.codedSize else { return }
    // Even what rounding has left, such as 639:640, makes players scale.
    require(
      format.sampleAspectRatio == Rational(1), .aspectRatio,
      "samples are \(format.sampleAspectRatio.numerator):\(format.sampleAspectRatio.denominator), not square")
    require(
      format.orientation == .up || (policy == .keep && !format.orientation.isMirrored), .orientation,
      "the picture must be turned to be upright")
    let fitted = PictureFit(codedSize: size, orientation: format.orientation, box: encoding.box, policy: .keep)
    require(
      fitted?.encodedSize == size || format.orientation.isMirrored, .size,
      "\(size) does not fit in \(encoding.box?.description ?? "even sizes")")
  }

  /// What no copy can carry on: one track of the output has one format and one edit.
  static func obstaclesToAnyCopy(of track: AssetTrack) -> [ExportReason] {
    var reasons: [ExportReason] = []
    if track.sampleEntryCount != 1 {
      reasons.append(ExportReason(.parameterSets, "the format changes within the track"))
    }
    if let edits = track.edits, edits.mediaEditCount > 1 || !edits.isNormalSpeed || edits.hasLateGaps {
      reasons.append(
        ExportReason(.edits, "its edit list has \(edits.mediaEditCount) parts, gaps or a change of speed"))
    }
    return reasons
  }

  /// What keeps packets from being copied anywhere: nobody knows when they are shown.
  static func obstacles(inTimesOf survey: TrackSurvey) -> [ExportReason] {
    if survey.packetsWithoutTime > 0 {
      let count = survey.packetsWithoutTime
      return [
        ExportReason(
          .timesMissing, "\(count) of \(survey.packetCount) packets do not say when they are shown")
      ]
    }
    if !survey.hasDistinctTimes { return [ExportReason(.timesMissing, "several packets are shown at the same time")] }
    if !survey.hasOrderedDecodeTimes { return [ExportReason(.timesMissing, "its decode times go back")] }
    return []
  }

  private static func packets(
    _ survey: TrackSurvey, _ track: AssetTrack, _ limit: BitRate,
    _ require: (Bool, ExportReason.Code, @autoclosure () -> String) -> Void
  ) {
    require(survey.packetCount > 0, .damaged, "there are no packets")
    require(survey.damagedReads == 0, .damaged, "packets are damaged")
    require(survey.startsWithKeyFrame, .firstFrame, "it does not start with a key frame")
    require(survey.hasConstantParameterSets, .parameterSets, "its parameter sets change")
    require(survey.hiddenAtStart == 0, .editInsideGroup, "an edit starts between key frames")
    require(
      (survey.bitRate ?? limit) <= limit, .bitRate,
      "\((survey.bitRate?.bitsPerSecond ?? 0) / 1000) kbit/s is above \(limit.bitsPerSecond / 1000)")
  }
}
