internal import Capture
internal import Media
internal import Writing

// Sound: from the microphone's output to the writer's input.

extension RecordingTake {
  func pumpSound(into input: AssetWriterInput) async throws {
    guard let audioOutput, let sound else { return }
    do {
      while let captured = try await audioOutput.nextSample() {
        if control.isDiscarded { break }
        if plan.video == nil { placeSound(captured) }
        try sound.push(captured)
        if let time = captured.sample.presentationTime {
          let end = time + (captured.sample.duration ?? .zero)
          if soundStart == nil { soundStart = time.converted(toTimescale: 1_000_000_000, rounding: .down).value }
          soundEnd = end.converted(toTimescale: 1_000_000_000, rounding: .down).value
        }
        for sample in try sound.pull() { try await input.append(sample) }
        if audioOutput.isPatient { try await waitForPictures(sound, input) }
      }
      if plan.video == nil { control.stop(.endOfInput) }
    } catch let error as CaptureError {
      counts.microphoneFailure = error.message
      if plan.video == nil {
        deviceFailure = error
        control.stop(error.code == .disconnected ? .deviceDisconnected : .deviceFailed)
      }
    }
    try sound.endInput()
    soundEnd = .max
    try await finishSound(into: input)
  }

  /// Where there are no pictures, stretches of sound are what the line of time is made of.
  func placeSound(_ captured: CapturedSample) {
    applyPauseMarks()
    guard let time = captured.sample.presentationTime, !isComplete else { return }
    let stamp = time.converted(toTimescale: 1_000_000_000, rounding: .nearest).value
    let isFirst = timeline.start == nil
    guard let (position, _) = place(stamp) else { return }
    if isFirst { sound?.start(at: time) }
    if let end = timeline.captureEnd { sound?.allow(until: Self.time(end)) }
    meter.noteFrame(at: position * 100_000 / 9, duration: timeline.duration)
  }

  /// Holds a source back that would run away from the pictures. What they allow meanwhile is written: they wait for it.
  private func waitForPictures(_ sound: SoundTimeline, _ input: AssetWriterInput) async throws {
    while plan.video != nil, !isComplete, control.stopReason == nil, isAhead {
      await withCheckedContinuation { soundGate = $0 }
      for sample in try sound.pull() { try await input.append(sample) }
    }
  }

  /// Sound is further on than the pictures should have to catch up with. Before the first one it is counted from its own
  /// start: it would be forgotten before it is needed.
  private var isAhead: Bool { soundEnd - (timeline.end ?? soundStart ?? soundEnd) > Self.soundLead }

  /// There are more pictures, or no more of them.
  func openSoundGate() {
    soundGate?.resume()
    soundGate = nil
  }

  /// In nanoseconds.
  private static var soundLead: Int64 { 1_000_000_000 }

  /// Waits for the last picture, which says where the sound ends.
  func finishSound(into input: AssetWriterInput) async throws {
    while plan.video != nil && !isComplete && !control.isDiscarded {
      // A microphone that failed: silence goes on as long as there are pictures.
      if let sound { for sample in try sound.pull() { try await input.append(sample) } }
      try? await Task.sleep(for: Self.tick)  // A cancelled sleep is a shorter one.
    }
    if let end = timeline.captureEnd, let sound {
      for sample in try sound.finish(at: Self.time(end)) { try await input.append(sample) }
    }
    input.markAsFinished()
  }
}
