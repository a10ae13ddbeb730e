import Media
import Settings
import Testing

@Suite struct AACParametersTests {
  @Test(
    "a source's sample rate stays where AAC has it, and else becomes the nearest",
    arguments: [
      (8000, 8000), (11025, 11025), (12000, 12000), (16000, 16000), (22050, 22050), (24000, 24000), (32000, 32000),
      (44100, 44100), (48000, 48000), (4000, 8000), (0, 8000), (-5, 8000), (.min, 8000), (8500, 8000), (10000, 11025),
      (14000, 16000), (20000, 22050), (40000, 44100), (46000, 44100), (46050, 48000), (64000, 48000), (96000, 48000),
      (192_000, 48000), (88200, 44100), (176_400, 44100), (.max, 48000),
    ])
  func sampleRate(source: Int, encoded: Int) {
    #expect(AACParameters.sampleRate(for: source) == encoded)
  }

  @Test(
    "a channel gets 64 kbit/s, and at low sample rates 5.5 bits a sample",
    arguments: [
      (8000, 1, 44000), (8000, 2, 88000), (11025, 1, 60637), (12000, 1, 64000), (16000, 1, 64000), (44100, 2, 128_000),
      (48000, 2, 128_000), (0, 2, 0), (48000, 0, 0),
    ])
  func bitRate(sampleRate: Int, channels: Int, bits: Int) {
    #expect(AACParameters.bitRate(sampleRate: sampleRate, channels: channels).bitsPerSecond == bits)
  }

  @Test("a preset's audio is what the source has, within the preset's limits")
  func encoderSettings() {
    let encoding = AudioEncoding(maximumChannels: 2, bitRatePerChannel: .kilobitsPerSecond(96))
    #expect(
      AudioEncoderSettings(encoding, sourceSampleRate: 96000, sourceChannels: 6)
        == AudioEncoderSettings(sampleRate: 48000, channels: 2, bitRate: .kilobitsPerSecond(192)))
    #expect(
      AudioEncoderSettings(encoding, sourceSampleRate: 8000, sourceChannels: 1)
        == AudioEncoderSettings(sampleRate: 8000, channels: 1, bitRate: .kilobitsPerSecond(44)))
  }
}
