internal import Media
internal import Reading
internal import Settings

/// Decides what becomes of each track. Pure: the same facts give the same plan.
struct ExportPlanner {
  let asset: Asset
  let sourceName: String
  let preset: ExportPreset
  let options: ExportOptions
  /// The output's container: the preset's, or what the target's name asks for.
  let container: ContainerFormat
  /// Whether a container can hold a codec.
  let canHold: (FormatDescription, ContainerFormat) -> Bool
  /// What reading packets told about tracks, where it was done.
  var surveys: [Int: TrackSurvey] = [:]
  /// Usual frame rates that packets told, where the container's own is a guess.
  var rates: [Int: Rational] = [:]
  /// Tracks whose encode came out larger: copied if only the bit rate speaks against it.
  var largerWhenEncoded: Set<Int> = []

  private var isPassthrough: Bool { preset.video == .copy }
  private var policy: OrientationPolicy { options.orientation ?? (isPassthrough ? .keep : .bake) }
  private var rule: RateRule? { preset.video.encoding.map { options.rateRule ?? $0.rateRule } }

  /// Tracks that could be copied as far as the container tells: reading their packets decides.
  func tracksToSurvey() -> [AssetTrack] {
    if isPassthrough {
      let selection = TrackSelection(asset, keepsAllAudio: true, mustDecode: false)
      return selection.video.map { canHold($0.format, container) ? [$0] : [] } ?? []
    }
    guard !options.forcesEncoding else { return [] }
    let selection = TrackSelection(asset, keepsAllAudio: false, mustDecode: true)
    var result: [AssetTrack] = []
    if let track = selection.video, let encoding = preset.video.encoding,
      CopyConditions.obstacles(
        toCopyingVideo: track, encoding: encoding, rule: options.rateRule ?? encoding.rateRule, policy: policy,
        frameRate: frameRate(of: track), survey: nil
      ).isEmpty
    {
      result.append(track)
    }
    if let track = selection.audio.first, let encoding = preset.audio.encoding,
      CopyConditions.obstacles(toCopyingAudio: track, encoding: encoding, survey: nil).isEmpty
    {
      result.append(track)
    }
    return result
  }

  /// - Throws: `ExportError` (`.noUsableTrack`, `.encryptedInput`, `.unsupportedCodec`, `.presetNotApplicable`).
  func plan() throws(ExportError) -> ExportPlan {
    let selection = TrackSelection(asset, keepsAllAudio: isPassthrough, mustDecode: !isPassthrough)
    try refuseDolbyVision(selection.video)
    try refuseUnknownStructure()
    var plans: [TrackPlan] = []
    for track in asset.tracks {
      plans.append(try plan(for: track, selection))
    }
    try requireTracks(plans, selection)
    return ExportPlan(
      presetName: preset.name, container: container, rateRule: rule, tracks: plans,
      warnings: warnings(plans), estimatedByteCount: SizeEstimate.bytes(of: plans, asset: asset, surveys: surveys),
      duration: asset.duration, source: SourceSummary(asset, name: sourceName))
  }

  private func plan(for track: AssetTrack, _ selection: TrackSelection) throws(ExportError) -> TrackPlan {
    if let reason = selection.dropped[track.id] { return made(track, .drop, [reason]) }
    switch track.mediaType {
    case .video: return try planVideo(track)
    case .audio: return try planAudio(track)
    default: return made(track, .drop, [ExportReason(.dataTrack, "data is not carried over")])
    }
  }

  private func planVideo(_ track: AssetTrack) throws(ExportError) -> TrackPlan {
    switch preset.video {
    case .drop: return made(track, .drop, [ExportReason(.presetHasNoVideo, "the preset keeps no video")])
    case .copy: return try planCopy(track)
    case .encode(let encoding):
      let rule = options.rateRule ?? encoding.rateRule
      var reasons = CopyConditions.obstacles(
        toCopyingVideo: track, encoding: encoding, rule: rule, policy: policy,
        frameRate: frameRate(of: track), survey: surveys[track.id])
      amend(&reasons, of: track)
      if reasons.isEmpty { return copied(track) }
      return try transcoded(track, encoding, rule, reasons)
    }
  }

  private func planAudio(_ track: AssetTrack) throws(ExportError) -> TrackPlan {
    switch preset.audio {
    case .drop: return made(track, .drop, [ExportReason(.presetHasNoAudio, "the preset keeps no sound")])
    case .copy: return try planCopy(track)
    case .encode(let encoding):
      var reasons = CopyConditions.obstacles(toCopyingAudio: track, encoding: encoding, survey: surveys[track.id])
      amend(&reasons, of: track)
      if reasons.isEmpty { return copied(track) }
      let settings = AudioEncoderSettings(
        encoding, sourceSampleRate: track.format.audio?.sampleRate ?? 48000,
        sourceChannels: track.format.audio?.channelCount ?? 2)
      return made(track, .encodeAudio(settings), reasons)
    }
  }

  /// The usual one, from packets where they were read.
  private func frameRate(of track: AssetTrack) -> Rational? {
    surveys[track.id]?.nominalFrameRate ?? rates[track.id] ?? track.nominalFrameRate
  }

  /// What does not depend on the track's own packets.
  private func amend(_ reasons: inout [ExportReason], of track: AssetTrack) {
    if largerWhenEncoded.contains(track.id) { reasons.removeAll { $0.code == .bitRate } }
    if let problem = asset.problems.first { reasons.append(ExportReason(.containerProblem, problem)) }
    if options.forcesEncoding { reasons.insert(ExportReason(.forced, "encoding was asked for"), at: 0) }
  }

  private func copied(_ track: AssetTrack) -> TrackPlan {
    let reason =
      largerWhenEncoded.contains(track.id)
      ? ExportReason(.encodeWasLarger, "encoding it made it larger")
      : ExportReason(.satisfiesPreset, "it satisfies every condition of the preset")
    return made(track, .copy, [reason], orientation: track.format.orientation)
  }

  private func planCopy(_ track: AssetTrack) throws(ExportError) -> TrackPlan {
    guard canHold(track.format, container) else {
      let name = track.format.codec == .none ? track.format.codecTag : track.format.codec.description
      return made(
        track, .drop, [ExportReason(.containerCannotHold, "\(container.rawValue.uppercased()) cannot hold '\(name)'")])
    }
    var obstacles = CopyConditions.obstaclesToAnyCopy(of: track)
    if let survey = surveys[track.id] { obstacles += CopyConditions.obstacles(inTimesOf: survey) }
    if let obstacle = obstacles.first {
      throw failure(
        .presetNotApplicable,
        "track \(track.id) cannot be copied: \(obstacle.message); choose a preset that encodes, such as HighestQuality")
    }
    return made(
      track, .copy, [ExportReason(.passthrough, "the preset copies")], orientation: track.format.orientation)
  }

  private func transcoded(
    _ track: AssetTrack, _ encoding: VideoEncoding, _ rule: RateRule, _ reasons: [ExportReason]
  ) throws(ExportError) -> TrackPlan {
    let format = track.format
    guard let size = format.codedSize,
      let fit = PictureFit(
        codedSize: size, sampleAspectRatio: format.sampleAspectRatio, orientation: format.orientation,
        box: encoding.box, policy: policy)
    else { throw failure(.damagedInput, "its pictures have no size") }
    let cap = Rational(encoding.maximumFrameRate)
    let nominal = frameRate(of: track)
    // Where there is an index, its average is exact, and tells of stretches above the usual rate.
    let isCapped =
      CopyConditions.isAbove(nominal, cap)
      || (rates[track.id] == nil && CopyConditions.isAbove(track.averageFrameRate, cap))
    let rate = nominal.map { CopyConditions.isAbove($0, cap) ? cap : $0 }
    // Over fragments, libavformat's rate is a guess by where they stand on a live stream's clock.
    let stated = asset.isFragmented ? nil : format.statedBitRate
    let sourceRate = (surveys[track.id]?.bitRate ?? stated ?? SizeEstimate.videoRate(of: asset)).map {
      SourceRate(codecName: format.codec.description, bitRate: $0)
    }
    let settings = VideoEncoderSettings(
      codec: encoding.codec, size: fit.encodedSize, nominalFrameRate: rate,
      rate: rule.videoRate(for: fit.encodedSize, frameRate: rate, source: sourceRate), profile: encoding.profile,
      maximumLevel: encoding.maximumLevel, threadCount: options.encodingThreads ?? Self.defaultThreads,
      orientation: fit.trackOrientation)
    let treatment = TrackPlan.PictureTreatment(
      bakedOrientation: fit.pixelOrientation, maximumFrameRate: isCapped ? cap : nil, isInterlaced: format.isInterlaced,
      isToneMapped: format.color.isHDR)
    return made(track, .encodeVideo(settings, treatment), reasons, orientation: fit.trackOrientation)
  }

  private func made(
    _ track: AssetTrack, _ action: TrackPlan.Action, _ reasons: [ExportReason], orientation: Orientation = .up
  ) -> TrackPlan {
    TrackPlan(
      trackID: track.id, mediaType: track.mediaType,
      codec: track.format.codec == .none ? track.format.codecTag : track.format.codec.description, action: action,
      reasons: reasons, orientation: orientation, language: track.language)
  }
}
