public import Media

/// The sample rates and bit rates that AAC is encoded with.
public enum AACParameters {
  /// The sample rates in hertz that are used, of those that ISO/IEC 14496-3 has (table 1.18).
  public static let sampleRates = [8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000]

  /// The sample rate in hertz at which a source is encoded.
  ///
  /// Its own, where AAC is used at that; else the nearest, the higher of two that are as near. Above 48 kHz it is 48 kHz,
  /// but the multiples of 44.1 kHz (88.2 and 176.4 kHz) become 44.1 kHz, which takes no resampling by odd ratios.
  public static func sampleRate(for sourceRate: Int) -> Int {
    if sourceRate > 48000 { return sourceRate % 44100 == 0 ? 44100 : 48000 }
    var best = sampleRates[0]
    for rate in sampleRates where abs(rate - max(sourceRate, 0)) <= abs(best - max(sourceRate, 0)) { best = rate }
    return best
  }

  /// The bit rate of all channels together: for each `perChannel`, but at most 5.5 bits a sample.
  ///
  /// Above that, FFmpeg's encoder cuts the rate down by itself at low sample rates.
  /// - Parameters:
  ///   - perChannel: What is asked for each channel.
  ///   - sampleRate: In hertz, as encoded.
  ///   - channels: How many there are, as encoded.
  public static func bitRate(
    perChannel: BitRate = .kilobitsPerSecond(64), sampleRate: Int, channels: Int
  ) -> BitRate {
    let limit = Int128(max(sampleRate, 0)) * 11 / 2
    let channel = min(Int128(perChannel.bitsPerSecond), limit)
    return BitRate(bitsPerSecond: Int(clamping: channel * Int128(max(channels, 0))))
  }
}
