internal import CALSA
internal import Media
internal import Platform

/// A microphone over ALSA: a sound card's, a sound server's, or any other capture PCM.
///
/// Its thread gives sound in the device's own sample format and rate, about ten milliseconds at a time. Capture times are
/// the card's stamps, less what had been captured since; a sound server has none, so its are the time of reading less the
/// delay that it states, and marked as estimated.
public final class ALSAMicrophone: CaptureSource, @unchecked Sendable {
  // Safe: `stream` is used by the opening thread until `start`, then by the capture thread alone; the rest is immutable.
  public let device: CaptureDevice
  public let format: CaptureFormat
  private let stream: ALSAStream
  private let setting: ALSAStream.Setting
  private let thread: CaptureThread

  /// Opens and sets a microphone; nothing is captured before `start(into:)`.
  /// - Throws: `CaptureError` (`.noDevice`, `.busy` with who holds it, `.denied`, `.unsupportedFormat`, …).
  public static func open(_ device: CaptureDevice) throws(CaptureError) -> ALSAMicrophone {
    try ALSAMicrophone(device)
  }

  private init(_ device: CaptureDevice) throws(CaptureError) {
    guard case .alsa(let name) = device.connection else {
      throw CaptureError(code: .invalidState, message: "cannot open microphone '\(device.id)': it is not one of ALSA's")
    }
    self.device = device
    stream = try ALSAStream(opening: name)
    setting = try stream.set(native: device.audioFormats)
    let layout = setting.channelCount == 1 ? "mono" : setting.channelCount == 2 ? "stereo" : nil
    format = .audio(
      sampleFormat: ALSAFormat.name(of: setting.format),
      AudioFormat(
        sampleRate: setting.sampleRate, channelCount: setting.channelCount,
        channelLayout: layout ?? "\(setting.channelCount) channels"))
    thread = try CaptureThread()
  }

  public func start(into sink: any SampleSink) throws(CaptureError) {
    try stream.start()
    let reader = SoundReader(stream, setting, sink)
    try thread.start(name: "rushes-sound") { stop in reader.run(stop) }
  }

  public func stop() { thread.stop() }
}
