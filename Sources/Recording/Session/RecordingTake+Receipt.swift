internal import Capture
internal import Media
internal import Settings
internal import Writing

extension RecordingTake {
  /// What became of it all.
  func makeReceipt(
    _ report: WriterReport, target: RecordingTarget, byteCount: Int64, stopReason: StopReason
  ) -> RecordingReceipt {
    let duration = report.duration.seconds
    let configuration = usedConfiguration
    var receipt = RecordingReceipt(
      file: target.path, stopReason: stopReason.rawValue, duration: duration, byteCount: byteCount,
      bitRate: duration > 0 ? Int(Double(byteCount) * 8 / duration) : 0, devices: [], video: nil, audio: nil,
      pauses: counts.pauses, pausedDuration: Double(timeline.removed) / 1e9, cameraSwitches: [], warnings: [])
    if let camera = configuration.camera, let pictureFormat {
      receipt.devices.append(.init(camera, pictureFormat))
    }
    if let microphone = configuration.microphone, let soundFormat {
      receipt.devices.append(.init(microphone, soundFormat))
    }
    receipt.video = report.tracks.first { $0.mediaType == .video }.flatMap { picture($0) }
    receipt.audio = report.tracks.first { $0.mediaType == .audio }.flatMap { sound($0) }
    receipt.cameraSwitches = counts.switches.map {
      .init(time: Double($0.time ?? 0) / 90_000, gap: Double($0.gap) / 1e9, from: $0.from, to: $0.to)
    }
    receipt.warnings = warnings
    return receipt
  }

  private func picture(_ track: TrackReport) -> RecordingReceipt.Picture? {
    guard let video = plan.video, let captured = videoStatistics else { return nil }
    let settings = video.settings
    let seconds = track.duration.seconds
    var dropped: [String: Int] = [:]
    for (cause, count) in [
      ("lostAtDevice", captured.lostAtDevice), ("droppedLate", captured.droppedLate), ("decimated", captured.decimated),
      ("timeNotAdvancing", counts.late), ("undecodable", damagedPictures),
      ("afterLoss", unusablePackets), ("damagedBuffer", captured.events[.damagedBuffer] ?? 0),
    ] where count > 0 { dropped[cause] = count }
    return RecordingReceipt.Picture(
      codedSize: settings.size.description, displaySize: settings.orientation.map(settings.size).description,
      frameRate: seconds > 0 ? Double(track.packetCount) / seconds : 0,
      bitRate: track.averageBitRate?.bitsPerSecond ?? 0, framesCaptured: captured.captured,
      framesWritten: track.packetCount, framesDropped: dropped,
      timestampResidual: .init(timeline.residual),
      orientation: .init(
        position: usedConfiguration.camera?.position.rawValue ?? "",
        mountingRotation: usedConfiguration.camera?.mountingRotation ?? 0,
        matrixRotation: settings.orientation.clockwiseRotation, isBaked: video.bakedOrientation.clockwiseRotation != 0,
        isMirrored: video.orientation.isMirrored),
      conversion: conversion ?? "",
      encoder: conversion == "copied" ? "the camera's" : "libx264 \(settings.effort.rawValue)",
      encoderSteps: counts.encoderSteps)
  }

  private func sound(_ track: TrackReport) -> RecordingReceipt.Sound? {
    guard let statistics = soundStatistics, let format = track.format.audio else { return nil }
    let residual = statistics.residual
    return RecordingReceipt.Sound(
      sampleRate: format.sampleRate, channels: format.channelCount,
      bitRate: track.averageBitRate?.bitsPerSecond ?? 0, overruns: audioStatistics?.events[.overrun] ?? 0,
      silenceFilled: Double(statistics.silenceFilled) / Double(max(1, format.sampleRate)),
      clockRatio: statistics.rateDeviation,
      timestampResidual: .init(
        start: Double(residual?.start ?? 0) / 1e9, maximum: Double(residual?.maximum ?? 0) / 1e9,
        end: Double(residual?.end ?? 0) / 1e9),
      isTimeEstimated: statistics.isTimeEstimated)
  }

  private var warnings: [RecordingReceipt.Warning] {
    var warnings = counts.failedSwitches.map { RecordingReceipt.Warning(code: "cameraSwitchFailed", message: $0) }
    if let failure = counts.microphoneFailure { warnings.append(.init(code: "microphoneFailed", message: failure)) }
    if soundStatistics?.hasBeenSilent == true {
      warnings.append(
        .init(
          code: "digitalSilence",
          message: "the microphone gave digital silence for two seconds or more: it may be muted or not connected"))
    }
    return warnings
  }
}

extension RecordingReceipt.Residual {
  init(_ residual: TimestampResidual) {
    self.init(
      start: Double(residual.start) / 1e9, maximum: Double(residual.maximum) / 1e9, end: Double(residual.end) / 1e9)
  }
}

extension RecordingReceipt.Device {
  init(_ device: CaptureDevice, _ format: CaptureFormat) {
    let text =
      switch format {
      case .video(let video, let rate, _): "\(video.fourCC) \(video.size) at \(rate)"
      case .audio(let sampleFormat, let audio): "\(sampleFormat) \(audio.sampleRate) Hz, \(audio.channelCount) channels"
      }
    self.init(id: device.id, name: device.localizedName, mediaType: device.mediaType.rawValue, format: text)
  }
}
