import Codecs
import Media
import TestSupport
import Testing

struct DriftResamplerTests {
  /// Sound of a tone, 10 ms.
  private static func sample(_ microphone: inout DriftingMicrophone, _ rate: Int) throws -> SampleBuffer {
    let (samples, time) = microphone.capture(rate / 100)
    return try samples.withUnsafeBytes {
      try SampleBuffer.sound(copying: $0, sampleFormat: "flt", sampleRate: rate, channelCount: 1, time: time)
    }
  }

  @Test(arguments: [8000, 16_000, 44_100, 48_000])
  func `every rate comes out in place and whole`(rate: Int) throws {
    var microphone = DriftingMicrophone(sampleRate: rate, deviation: 0, start: 0)
    var judge = ToneJudge(sampleRate: 48_000)
    let resampler = try DriftResampler(for: Self.sample(&microphone, rate), sampleRate: 48_000, channelCount: 1)
    microphone = DriftingMicrophone(sampleRate: rate, deviation: 0, start: 0)
    for _ in 0..<300 { judge.add(try resampler.convert(Self.sample(&microphone, rate)).channels[0]) }
    judge.add(try resampler.drain().channels[0])
    #expect(abs(judge.count - 144_000) <= 1)
    for block in judge.blocks {
      #expect(abs(block.offset) < 2e-6)
      #expect(abs(block.amplitude - 0.5) < 0.001)
    }
    // At its edges the filter goes on over mirrored sound.
    #expect(judge.roughness[1] < judge.toneRoughness * 1.01)
  }

  @Test func `a changing rate makes no click, and the position says where the sound is`() throws {
    let rate = 48_000
    var microphone = DriftingMicrophone(sampleRate: rate, deviation: 0, start: 0)
    var judge = ToneJudge(sampleRate: rate)
    let resampler = try DriftResampler(for: Self.sample(&microphone, rate), sampleRate: rate, channelCount: 1)
    microphone = DriftingMicrophone(sampleRate: rate, deviation: 0, start: 0)
    var positions: [(output: Double, input: Double)] = []
    for step in 0..<1000 {
      // From a thousandth short to a thousandth long, and back at once.
      try resampler.setStretch(1 + 0.001 * (Double(step % 200) / 100 - 1))
      positions.append((Double(resampler.outputCount), resampler.position))
      judge.add(try resampler.convert(Self.sample(&microphone, rate)).channels[0])
    }
    #expect((judge.roughness[1..<9].max() ?? 1) < judge.toneRoughness * 1.01)
    for block in judge.blocks.dropFirst() {
      // The block's middle, between the two known positions around it.
      let middle = (block.time + 0.05) * Double(rate)
      guard let next = positions.firstIndex(where: { $0.output > middle }), next > 0 else { continue }
      let (before, after) = (positions[next - 1], positions[next])
      let part = (middle - before.output) / (after.output - before.output)
      let expected = (before.input + part * (after.input - before.input) - middle) / Double(rate)
      #expect(abs(block.offset - expected) < 5e-6, "at \(block.time) s")
    }
  }

  @Test(arguments: [("s16", 1, 2), ("s32", 2, 1), ("u8", 2, 2), ("s16", 10, 2), ("flt", 4, 1)])
  func `formats and channels come to planar float`(format: String, inputs: Int, outputs: Int) throws {
    let width = ["u8": 1, "s16": 2, "s32": 4, "flt": 4][format] ?? 0
    let bytes = [UInt8](repeating: format == "u8" ? 128 : 0, count: width * inputs * 480)
    let sample = try bytes.withUnsafeBytes {
      try SampleBuffer.sound(copying: $0, sampleFormat: format, sampleRate: 48_000, channelCount: inputs, time: 0)
    }
    let resampler = try DriftResampler(for: sample, sampleRate: 48_000, channelCount: outputs)
    var sound = try resampler.convert(sample)
    let rest = try resampler.drain()
    for index in sound.channels.indices { sound.channels[index] += rest.channels[index] }
    #expect(sound.channels.count == outputs)
    #expect(abs(sound.count - 480) <= 1)
    #expect(sound.channels.allSatisfy { $0.allSatisfy { $0 == 0 } })
  }

  @Test func `one microphone stands on both channels at its level, two are averaged`() throws {
    let values: [Int16] = Array(repeating: 16384, count: 9600)
    let mono = try values.withUnsafeBytes {
      try SampleBuffer.sound(copying: $0, sampleFormat: "s16", sampleRate: 48_000, channelCount: 1, time: 0)
    }
    let doubled = try DriftResampler(for: mono, sampleRate: 48_000, channelCount: 2).convert(mono)
    for channel in doubled.channels { #expect(abs(channel[4000] - 0.5) < 0.001) }
    let left: [Int16] = (0..<9600).map { $0 % 2 == 0 ? 16384 : 0 }
    let stereo = try left.withUnsafeBytes {
      try SampleBuffer.sound(copying: $0, sampleFormat: "s16", sampleRate: 48_000, channelCount: 2, time: 0)
    }
    let averaged = try DriftResampler(for: stereo, sampleRate: 48_000, channelCount: 1).convert(stereo)
    #expect(abs(averaged.channels[0][2000] - 0.25) < 0.001)
  }
}
