/// The shape of a sound: how often it is sampled and which channels there are.
public struct AudioFormat: Hashable, Sendable {
  /// Samples a second and channel.
  public let sampleRate: Int
  public let channelCount: Int
  /// FFmpeg's name of the channel layout, such as `stereo` or `5.1(side)`; a count ("2 channels") where the
  /// order is not known.
  public let channelLayout: String

  public init(sampleRate: Int, channelCount: Int, channelLayout: String) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.channelLayout = channelLayout
  }
}
