public import Media

/// A device in use: gives samples on a thread of its own, from `start` to `stop`.
///
/// Cameras of V4L2, microphones of ALSA, the test devices and clips that are played are all sources.
public protocol CaptureSource: AnyObject, Sendable {
  var device: CaptureDevice { get }
  /// What was set, as the device itself reports it.
  var format: CaptureFormat { get }
  /// Begins to capture into `sink`; once.
  /// - Throws: `CaptureError` (`.busy`, `.disconnected`, …); the sink then hears nothing.
  func start(into sink: any SampleSink) throws(CaptureError)
  /// Ends capturing and waits until the thread has left the device and the sink has had its `end`. Again without harm.
  func stop()
}

/// What a device was set to.
public enum CaptureFormat: Hashable, Sendable {
  /// `frameRate` is what the device promises; `color` what its pixels mean, as far as it says.
  case video(VideoCaptureFormat, frameRate: Rational, color: ColorDescription)
  /// `sampleFormat` is ALSA's name.
  case audio(sampleFormat: String, AudioFormat)
}
