internal import Media
internal import Reading
internal import Settings
internal import Writing

extension ExportReceipt {
  init(plan: ExportPlan, result: ExportPass.Result, outputName: String, byteCount: Int64, timings: Timings) {
    let sourceBytes = plan.source.byteCount
    preset = plan.presetName
    source = plan.source
    output = OutputSummary(
      name: outputName, container: plan.container.rawValue, byteCount: byteCount,
      duration: result.report.duration.seconds,
      saving: sourceBytes > 0 ? 1 - Double(byteCount) / Double(sourceBytes) : 0)
    tracks = plan.tracks.map { TrackReceipt($0, result: result) }
    warnings = plan.warnings + Self.warnings(plan: plan, result: result, byteCount: byteCount)
    self.timings = timings
  }

  private static func warnings(
    plan: ExportPlan, result: ExportPass.Result, byteCount: Int64
  ) -> [ExportWarning] {
    var warnings: [ExportWarning] = []
    // A copy grows by a few table bytes at most; an encode that grew is worth a word.
    if byteCount > plan.source.byteCount, plan.tracks.contains(where: { $0.actionName == "transcode" }) {
      warnings.append(
        ExportWarning(
          .largerThanSource, "the output is larger than the source, which the preset does not allow to be copied"))
    }
    let damaged = result.damagedReads + result.statistics.values.reduce(0) { $0 + $1.damaged }
    if damaged > 0 {
      warnings.append(
        ExportWarning(.damagedInput, "\(damaged) damaged place\(damaged == 1 ? "" : "s") left out or concealed"))
    }
    for (track, statistics) in result.statistics.sorted(by: { $0.key < $1.key }) {
      if statistics.silenceFilled > 0 {
        warnings.append(
          ExportWarning(.silenceFilled, "track \(track): \(statistics.silenceFilled) samples of silence fill gaps"))
      }
      if statistics.droppedOutOfOrder > 0 {
        warnings.append(
          ExportWarning(
            .picturesOutOfOrder, "track \(track): \(statistics.droppedOutOfOrder) pictures whose time did not advance"))
      }
    }
    for input in result.report.omittedInputs where result.tracks.indices.contains(input) {
      warnings.append(ExportWarning(.emptyTrack, "track \(result.tracks[input]) is empty, and was left out"))
    }
    return warnings
  }
}

extension ExportReceipt.TrackReceipt {
  init(_ plan: TrackPlan, result: ExportPass.Result) {
    source = plan.trackID
    type = plan.mediaType.rawValue
    codec = plan.codec
    action = plan.actionName
    reasons = plan.reasons
    let written = result.report.tracks.first { result.tracks[$0.input] == plan.trackID }
    output = written.map { Output($0, plan: plan, statistics: result.statistics[plan.trackID]) }
  }
}

extension ExportReceipt.TrackReceipt.Output {
  init(_ report: TrackReport, plan: TrackPlan, statistics: ReadingStatistics?) {
    let format = report.format
    let isVideo = plan.mediaType == .video
    codec = format.codec.description
    profile = format.profileName
    width = format.codedSize?.width
    height = format.codedSize?.height
    sampleRate = format.audio?.sampleRate
    channels = format.audio?.channelCount
    bitRate = report.averageBitRate?.bitsPerSecond
    packets = report.packetCount
    keyFrames = report.keyFrameCount
    byteCount = report.byteCount
    duration = report.duration.seconds
    rotation = isVideo ? plan.orientation.clockwiseRotation : nil
    damaged = statistics?.damaged ?? 0
    guard case .encodeVideo(let settings, let treatment) = plan.action else {
      frameRate = nil
      bakedRotation = nil
      bakedMirror = nil
      picturesRead = nil
      picturesDroppedAboveRate = nil
      silenceFilledSamples = isVideo ? nil : statistics?.silenceFilled
      return
    }
    frameRate = settings.nominalFrameRate?.description
    bakedRotation = treatment.bakedOrientation.clockwiseRotation
    bakedMirror = treatment.bakedOrientation.isMirrored
    picturesRead = statistics?.decoded
    picturesDroppedAboveRate = statistics?.droppedAboveRate
    silenceFilledSamples = nil
  }
}
