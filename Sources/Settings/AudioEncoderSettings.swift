public import Media

/// What an audio encoder is opened with.
public struct AudioEncoderSettings: Hashable, Sendable {
  /// How it is coded.
  public var codec: AudioCodec
  /// Samples a second, in hertz.
  public var sampleRate: Int
  /// How many channels there are: 1 or 2.
  public var channels: Int
  /// The rate of all channels together.
  public var bitRate: BitRate

  /// Settings for an encoder.
  public init(codec: AudioCodec = .aac, sampleRate: Int, channels: Int, bitRate: BitRate) {
    self.codec = codec
    self.sampleRate = sampleRate
    self.channels = channels
    self.bitRate = bitRate
  }

  /// What a preset makes of a source: the nearest sample rate that AAC has, the channels as far as there may be so many,
  /// and the bit rate that goes with both.
  public init(_ encoding: AudioEncoding, sourceSampleRate: Int, sourceChannels: Int) {
    let sampleRate = AACParameters.sampleRate(for: sourceSampleRate)
    let channels = min(max(sourceChannels, 1), encoding.maximumChannels)
    self.init(
      codec: encoding.codec, sampleRate: sampleRate, channels: channels,
      bitRate: AACParameters.bitRate(
        perChannel: encoding.bitRatePerChannel, sampleRate: sampleRate, channels: channels))
  }
}
