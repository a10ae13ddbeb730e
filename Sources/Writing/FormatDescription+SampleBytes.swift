internal import Media

extension FormatDescription {
  /// Bytes of one sample of all channels, for sound that containers count by samples instead of packets (PCM, G.711);
  /// `nil` for other tracks.
  var sampleByteCount: Int64? {
    guard let audio, audio.channelCount > 0, let bits = codec.bitsPerSample, bits % 8 == 0 else { return nil }
    return Int64(bits / 8 * audio.channelCount)
  }
}
