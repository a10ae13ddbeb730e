internal import Capture
internal import Media
internal import Platform
internal import Settings
internal import Writing

// What is shown meanwhile, and limits.

extension RecordingTake {
  /// Shows how it goes, and looks after limits.
  func watch(_ writer: AssetWriter, _ video: AssetWriterInput?) async {
    let began = ContinuousClock.now
    while !Task.isCancelled {
      let size = writer.packetByteCount
      let free = file.descriptor.freeSpace
      checkLimits(size: size, reserve: reserve(size, writer), free: free, since: began)
      let levels = sound?.takeLevels() ?? []
      let dropped = statistics(of: videoOutput).map { $0.lostAtDevice + $0.droppedLate } ?? 0
      let late = counts.late
      meter.update { status in
        status.byteCount = size
        status.freeSpace = free
        status.levels = levels
        status.framesDropped = dropped + late
      }
      let load = meter.tick(busy: [convertingTime.duration, writer.busyTime.duration], now: .now)
      govern(video, load: load)
      try? await Task.sleep(for: Self.tick)  // A cancelled sleep is a shorter one.
    }
  }

  func checkLimits(size: Int64, reserve: Int64, free: Int64?, since began: ContinuousClock.Instant) {
    if timeline.start == nil, began.duration(to: .now) > Self.startLimit {
      deviceFailure = CaptureError(
        code: .deviceFailed,
        message:
          "cannot record from '\(configuration.camera?.localizedName ?? configuration.microphone?.localizedName ?? "")': "
          + "it gave nothing for \(Self.startLimit.components.seconds) seconds")
      control.stop(.deviceFailed)
    }
    stopWhereLarge()
    if let free, free - reserve < max(configuration.minimumFreeSpace ?? 0, Self.leastFreeSpace) {
      control.stop(.diskAlmostFull)
    }
  }

  /// Ends a recording that would become larger than it may; asked for each picture.
  func stopWhereLarge() {
    guard let maximum = configuration.maximumSize, let writer, control.stopReason == nil else { return }
    let size = writer.packetByteCount
    guard size + reserve(size, writer) >= maximum else { return }
    isComplete = true
    control.stop(.maximumSize)
  }

  /// Gives the encoder less to do where it cannot keep up. Where nobody waits for real time, nobody is late.
  private func govern(_ video: AssetWriterInput?, load: Double) {
    guard let video, packets == nil, timeline.start != nil, control.stopReason == nil, let videoOutput,
      !videoOutput.isPatient
    else { return }
    let before = governor.effort
    let late = videoOutput.statistics.droppedLate
    guard let reason = governor.note(load: load, droppedPictures: late) else { return }
    video.setEffort(governor.effort)
    counts.encoderSteps.append(
      RecordingReceipt.EncoderStep(
        time: Double(timeline.duration) / 1e9, from: before.rawValue, to: governor.effort.rawValue,
        reason: reason.rawValue))
  }

  /// What is still to be written when a recording ends: what the encoder holds back, and the tables.
  private func reserve(_ size: Int64, _ writer: AssetWriter) -> Int64 {
    let seconds = max(1, timeline.duration / 1_000_000_000)
    let done = writer.encodedPictureCount
    // Its pictures are counted half as large again as those before: what comes may be harder.
    let held = done > 0 ? Int64(max(0, counts.written - done)) * (size / Int64(done)) * 3 / 2 : 0
    // Tables take up to 24 bytes a picture, and 8 for each of sound's 47 packets a second.
    return 64 << 10 + held + 24 * Int64(counts.written) + 400 * seconds
  }
}
