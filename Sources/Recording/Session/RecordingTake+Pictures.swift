internal import Capture
internal import Codecs
internal import Media
internal import Platform
internal import Settings
internal import Writing

// Pictures: from the camera's output to the writer's input.

extension RecordingTake {
  func makePictureInput() async throws -> AssetWriterInput? {
    guard let video = plan.video, let pictureFormat else { return nil }
    let timeBase = RecordingTimeline.timeBase
    if PacketPath.isPossible(pictureFormat, video, rate: configuration.rate), let key = try await firstKeyFrame() {
      first = key
      packets = try PacketPath(startingWith: key.sample, for: video)
    }
    guard let packets else { return AssetWriterInput(video: encoderSettings(video), timeBase: timeBase) }
    return AssetWriterInput(
      copying: packets.format, timeBase: timeBase, nominalFrameRate: encoderSettings(video).nominalFrameRate,
      orientation: video.settings.orientation)
  }

  /// - Returns: `nil` where none comes in time.
  func firstKeyFrame() async throws -> CapturedSample? {
    guard let videoOutput else { return nil }
    let capture = capture
    return try await withThrowingTaskGroup(of: CapturedSample?.self) { group in
      group.addTask {
        while let captured = try await videoOutput.nextSample() {
          if captured.sample.isKeyFrame { return captured }
        }
        return nil
      }
      group.addTask {
        try? await Task.sleep(for: Self.startLimit)  // A cancelled sleep is a shorter one.
        // Whoever waits for a picture is woken by its end.
        if !Task.isCancelled { await capture.stopRunning(.video) }
        return nil
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
  }

  func pumpPictures(into input: AssetWriterInput) async throws {
    guard let videoOutput else { return }
    // Sound waits for the last picture, whatever ended them.
    defer {
      isComplete = true
      openSoundGate()
    }
    do {
      while let captured = try await nextPicture(from: videoOutput) {
        if control.isDiscarded { break }
        if captured.sourceNumber != pictureSource { try await changeSource(to: captured.sourceNumber) }
        for picture in try placed(captured) { try await input.append(picture) }
      }
      control.stop(.endOfInput)
    } catch let error as CaptureError {
      deviceFailure = error
      control.stop(error.code == .disconnected ? .deviceDisconnected : .deviceFailed)
    }
    input.markAsFinished()
  }

  func nextPicture(from output: VideoDataOutput) async throws -> CapturedSample? {
    if let captured = first {
      first = nil
      return captured
    }
    return try await output.nextSample()
  }

  /// The camera's packet as it goes into the file; `nil` where it is left out.
  func passed(_ captured: CapturedSample, by path: PacketPath) throws -> SampleBuffer? {
    guard let time = captured.sample.presentationTime, !isComplete else { return nil }
    let stamp = time.converted(toTimescale: 1_000_000_000, rounding: .nearest).value
    guard path.accepts(captured, isPaused: timeline.isPaused(at: stamp)) else { return nil }
    guard let (position, duration) = placePicture(stamp) else { return nil }
    return try captured.sample.packet(at: position, duration: duration, timeBase: RecordingTimeline.timeBase)
  }

  /// Where a picture goes, and what that means for the sound; `nil` where it is left out.
  func placePicture(_ time: Int64) -> (position: Int64, duration: Int64)? {
    let before = timeline.end
    let isFirst = timeline.start == nil
    guard let (position, duration) = place(time) else { return nil }
    if isFirst { sound?.start(at: Self.time(time)) }
    counts.noteSwitch(at: position, after: before, captured: time)
    if let end = timeline.captureEnd { sound?.allow(until: Self.time(end)) }
    openSoundGate()
    stopWhereLarge()
    counts.written += 1
    meter.noteFrame(at: position * 100_000 / 9, duration: timeline.duration)
    return (position, duration)
  }

  /// The pictures of a captured sample, as the encoder takes them.
  func placed(_ captured: CapturedSample) throws -> [SampleBuffer] {
    let start = convertingTime.begin()
    defer { convertingTime.end(start) }
    applyPauseMarks()
    if let packets { return try passed(captured, by: packets).map { [$0] } ?? [] }
    guard let processor = picture, !isComplete else { return [] }
    var pictures: [SampleBuffer] = []
    for frame in try processor.decoded(captured.sample) {
      guard let time = frame.presentationTime, let (position, duration) = placePicture(time),
        let picture = try processor.converted(frame, at: position, duration: duration)
      else { continue }
      pictures.append(picture)
    }
    return pictures
  }
}
