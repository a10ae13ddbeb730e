public import Media

/// A camera and a microphone that need no hardware: for demonstrations, kiosks and tests.
public enum TestDevices {
  /// The camera that behaves as `options` say; its id is their text.
  public static func camera(_ options: TestDeviceOptions = TestDeviceOptions()) -> CaptureDevice {
    let sizes = options.size.map { [$0] } ?? usualSizes
    let rates = options.frameRate.map { [$0] } ?? [Rational(60), Rational(1)]
    return CaptureDevice(
      id: options.text(for: .video), localizedName: "Test camera", mediaType: .video, connection: .test,
      videoFormats: sizes.map { size in
        VideoCaptureFormat(
          fourCC: "NV12", content: .pixels(.nv12), size: size, frameRates: rates, isContinuous: rates.count > 1)
      })
  }

  /// The microphone that behaves as `options` say; its id is their text.
  public static func microphone(_ options: TestDeviceOptions = TestDeviceOptions()) -> CaptureDevice {
    let format = audioFormat(of: options)
    return CaptureDevice(
      id: options.text(for: .audio), localizedName: "Test microphone", mediaType: .audio, connection: .test,
      audioFormats: [
        AudioCaptureFormat(
          sampleFormat: sampleFormat, sampleRates: format.sampleRate...format.sampleRate,
          channelCounts: format.channelCount...format.channelCount)
      ])
  }

  /// The device that a text such as `test` or `test:rate=25` names.
  /// - Throws: `CaptureError` (`.unsupportedFormat`).
  public static func device(_ text: String, mediaType: MediaType) throws(CaptureError) -> CaptureDevice {
    let options = try TestDeviceOptions(text, for: mediaType)
    return mediaType == .audio ? microphone(options) : camera(options)
  }

  /// When devices start whose times are computed, in nanoseconds.
  package static let virtualStart: Int64 = 1_000_000_000_000

  /// ALSA's name of what the microphone gives.
  static let sampleFormat = "S16_LE"

  static func audioFormat(of options: TestDeviceOptions) -> AudioFormat {
    let layouts = ["mono", "stereo", "2.1", "4.0", "5.0", "5.1", "6.1", "7.1"]
    let count = max(1, min(options.channelCount, layouts.count))
    return AudioFormat(sampleRate: options.sampleRate, channelCount: count, channelLayout: layouts[count - 1])
  }

  private static let usualSizes = [
    (1920, 1080), (1280, 720), (960, 540), (640, 480), (640, 360), (480, 360), (352, 288), (320, 240), (320, 180),
    (192, 144),
  ].map { PixelSize(width: $0.0, height: $0.1) }
}
