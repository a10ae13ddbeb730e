internal import Capture
internal import Codecs
internal import Media
internal import Platform
internal import Reading

/// A clip's pictures or its sound, as a device's.
final class FilePlayerSource: CaptureSource {
  let device: CaptureDevice
  let format: CaptureFormat
  private let output: AssetReaderOutput
  private let clock: FilePlayerClock
  private let thread: CaptureThread

  /// - Parameters:
  ///   - output: Of a reader that reads, and that the thread's signal stops.
  ///   - clock: Shared by what is played from the same file.
  init(
    device: CaptureDevice, format: CaptureFormat, output: AssetReaderOutput, clock: FilePlayerClock,
    thread: CaptureThread
  ) {
    self.device = device
    self.format = format
    self.output = output
    self.clock = clock
    self.thread = thread
  }

  func start(into sink: any SampleSink) throws(CaptureError) {
    try thread.start(name: "rushes-play") { [self] stop in
      do {
        try await play(into: sink, stop)
        sink.end(nil)
      } catch {
        // Reading ends in an error where it was stopped.
        sink.end(stop.isRaised ? nil : FilePlayer.failure(device.localizedName, error))
      }
    }
  }

  func stop() { thread.stop() }

  private func play(into sink: any SampleSink, _ stop: StopSignal) async throws {
    while let sample = try await output.nextSample() {
      guard let fileTime = sample.presentationTime else { continue }
      let time = clock.captureTime(of: FilePlayer.nanoseconds(fileTime))
      let duration = sample.duration.map { FilePlayer.nanoseconds($0) } ?? 0
      if clock.pace == .fast {
        if !sink.waitForRoom() { return }
      } else {
        // A microphone gives sound once it has been heard.
        try MonotonicClock.sleep(until: sample.mediaType == .audio ? time + duration : time, stop: stop)
      }
      sink.deliver(CapturedSample(try sample.retimed(time, duration: duration)))
    }
  }
}
