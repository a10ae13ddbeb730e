import Capture
import Codecs
import Media
import Platform

/// A source that gives what a test tells it to, and remembers what was done with it.
final class ScriptedSource: CaptureSource {
  let device: CaptureDevice
  let format: CaptureFormat
  private let failure: CaptureError?
  private let history: Locked<[String]>
  private let sink = Locked<(any SampleSink)?>(nil)

  /// - Parameters:
  ///   - failure: Thrown by `start`.
  ///   - history: Where each call is written down, with the device's id.
  init(
    _ device: CaptureDevice, choice: VideoChoice?, failure: CaptureError? = nil, history: Locked<[String]>
  ) {
    self.device = device
    self.failure = failure
    self.history = history
    format =
      choice.map { .video($0.format, frameRate: $0.deviceFrameRate, color: .bt601) }
      ?? .audio(
        sampleFormat: "S16_LE", AudioFormat(sampleRate: 48000, channelCount: 1, channelLayout: "mono"))
    history.withLock { $0.append("open \(device.id)") }
  }

  func start(into sink: any SampleSink) throws(CaptureError) {
    history.withLock { $0.append("start \(device.id)") }
    if let failure { throw failure }
    self.sink.withLock { $0 = sink }
  }

  func stop() {
    let wasStarted = sink.withLock { sink in
      defer { sink = nil }
      return sink
    }
    history.withLock { $0.append("stop \(device.id)") }
    wasStarted?.end(nil)
  }

  /// Gives a picture that was captured at `time`.
  func give(_ time: Int64) throws {
    let sample = try SampleBuffer.picture(
      size: PixelSize(width: 2, height: 2), pixelFormat: .nv12, color: .bt601, time: time, duration: 1
    ) { _ in }
    sink.withLock { $0 }?.deliver(CapturedSample(sample))
  }

  /// Ends as a device that was unplugged.
  func unplug() {
    sink.withLock { $0 }?.end(CaptureError(code: .disconnected, message: "unplugged"))
  }
}
