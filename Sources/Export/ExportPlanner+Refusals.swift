internal import Glibc
internal import Media
internal import Reading
internal import Settings

extension ExportPlanner {
  /// One thread where two processors are all there is (the other one decodes), else x264's own choice.
  static var defaultThreads: Int { sysconf(Int32(_SC_NPROCESSORS_ONLN)) <= 2 ? 1 : 0 }

  func failure(_ code: ExportError.Code, _ reason: String) -> ExportError {
    ExportError(code: code, message: "cannot export '\(sourceName)': \(reason)")
  }

  /// Profile 5 and other tracks without a compatible base layer come out purple and green without their metadata.
  func refuseDolbyVision(_ video: AssetTrack?) throws(ExportError) {
    guard let format = video?.format, !format.hasCompatibleBaseLayer, preset.video != .drop else { return }
    throw failure(
      .unsupportedCodec,
      "Dolby Vision profile \(format.dolbyVisionProfile ?? 0) cannot be shown without its metadata; "
        + "export it as HDR10, HLG or SDR where it was made")
  }

  /// A blind copy could carry on what nobody has looked at: ciphertext, or two formats under one name.
  func refuseUnknownStructure() throws(ExportError) {
    guard !asset.isStructureKnown, preset.video == .copy || preset.audio == .copy else { return }
    throw failure(
      .presetNotApplicable,
      "\(asset.problems.first ?? "its boxes cannot be read"): it cannot be copied; choose a preset that encodes, "
        + "such as HighestQuality")
  }

  func requireTracks(_ plans: [TrackPlan], _ selection: TrackSelection) throws(ExportError) {
    if preset.video != .drop, !plans.contains(where: { $0.isKept && $0.mediaType == .video }) {
      try refuseMissingVideo(plans, selection)
    }
    guard !plans.contains(where: \.isKept) else { return }
    let encrypted = plans.contains { $0.reasons.contains { $0.code == .encrypted } }
    if encrypted { throw failure(.encryptedInput, "it is encrypted") }
    if preset.video == .drop, !plans.isEmpty {
      throw failure(.noUsableTrack, "it has no sound that can be decoded, and '\(preset.name)' keeps nothing else")
    }
    throw failure(.noUsableTrack, "it holds neither video nor sound")
  }

  private func refuseMissingVideo(_ plans: [TrackPlan], _ selection: TrackSelection) throws(ExportError) {
    let videos = plans.filter { $0.mediaType == .video }
    for plan in videos {
      guard let reason = plan.reasons.first else { continue }
      switch reason.code {
      case .undecodable: throw failure(.unsupportedCodec, "track \(plan.trackID): \(reason.message)")
      case .noDimensions: throw failure(.damagedInput, reason.message)
      case .encrypted: throw failure(.encryptedInput, "it is encrypted")
      case .containerCannotHold:
        throw failure(.presetNotApplicable, "\(reason.message); choose a preset that encodes, such as HighestQuality")
      default: continue
      }
    }
    if let lost = plans.lazy.flatMap(\.reasons).first(where: { $0.code == .containerCannotHold }),
      !plans.contains(where: \.isKept)
    {
      throw failure(.presetNotApplicable, "\(lost.message); choose a preset that encodes, such as AppleM4A")
    }
    // A copy of what there is needs no video; a preset that makes video does.
    if preset.video == .copy, plans.contains(where: \.isKept) { return }
    let remedy = selection.audio.isEmpty ? "" : "; for its sound alone use AppleM4A"
    if videos.isEmpty && selection.audio.isEmpty { return }
    throw failure(.noUsableTrack, "it has no video, which '\(preset.name)' makes\(remedy)")
  }

  func warnings(_ plans: [TrackPlan]) -> [ExportWarning] {
    var warnings: [ExportWarning] = asset.problems.map { ExportWarning(.containerProblem, $0) }
    for plan in plans {
      for reason in plan.reasons {
        switch reason.code {
        case .undecodable: warnings.append(ExportWarning(.undecodableTrack, "track \(plan.trackID): \(reason.message)"))
        case .containerCannotHold:
          warnings.append(ExportWarning(.trackNotHeld, "track \(plan.trackID) is left out: \(reason.message)"))
        case .encrypted: warnings.append(ExportWarning(.encryptedTrack, "track \(plan.trackID): \(reason.message)"))
        default: break
        }
      }
    }
    for track in asset.tracks where !track.format.isOrientationExact {
      warnings.append(
        ExportWarning(.unusualMatrix, "track \(track.id): its matrix is no turn by right angles; taken as upright"))
    }
    return warnings
  }
}
