/// What a microphone can be set to.
public struct AudioCaptureFormat: Hashable, Sendable {
  /// ALSA's name of the sample format, such as `S16_LE`.
  public let sampleFormat: String
  /// In hertz.
  public let sampleRates: ClosedRange<Int>
  public let channelCounts: ClosedRange<Int>

  public init(sampleFormat: String, sampleRates: ClosedRange<Int>, channelCounts: ClosedRange<Int>) {
    self.sampleFormat = sampleFormat
    self.sampleRates = sampleRates
    self.channelCounts = channelCounts
  }
}
