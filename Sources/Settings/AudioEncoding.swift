public import Media

/// What a preset asks of audio.
public struct AudioEncoding: Hashable, Sendable {
  /// How it is coded.
  public let codec: AudioCodec
  /// Channels above which they are mixed down.
  public let maximumChannels: Int
  /// The rate of each channel, as far as the sample rate allows (see ``AACParameters``).
  public let bitRatePerChannel: BitRate

  /// A request for audio; presets make theirs from JSON.
  public init(
    codec: AudioCodec = .aac, maximumChannels: Int = 2, bitRatePerChannel: BitRate = .kilobitsPerSecond(64)
  ) {
    self.codec = codec
    self.maximumChannels = maximumChannels
    self.bitRatePerChannel = bitRatePerChannel
  }
}
