import CFFmpeg
import Codecs
import Foundation
import Media
import Testing

struct AudioConverterTests {
  /// Frames of a signal in any layout and sample format, 1000 samples each; the last one is shorter.
  private func frames(
    _ layout: String, rate: Int = 48000, format: AVSampleFormat = AV_SAMPLE_FMT_FLTP, count: Int, from start: Int = 0,
    value: (_ channel: Int, _ index: Int) -> Double
  ) throws -> [Frame] {
    try stride(from: 0, to: count, by: 1000).map { first in
      let frame = try Frame()
      let pointer = frame.pointer
      pointer.pointee.format = format.rawValue
      pointer.pointee.sample_rate = Int32(rate)
      pointer.pointee.nb_samples = Int32(min(1000, count - first))
      #expect(av_channel_layout_from_string(&pointer.pointee.ch_layout, layout) == 0)
      #expect(av_frame_get_buffer(pointer, 0) == 0)
      let channels = Int(pointer.pointee.ch_layout.nb_channels)
      let isPlanar = av_sample_fmt_is_planar(format) != 0
      for index in 0..<Int(pointer.pointee.nb_samples) {
        for channel in 0..<channels {
          guard let plane = pointer.pointee.extended_data[isPlanar ? channel : 0] else { continue }
          store(value(channel, first + index), in: plane, at: isPlanar ? index : index * channels + channel, as: format)
        }
      }
      frame.presentationTime = Int64(start + first)
      return frame
    }
  }

  private func store(_ value: Double, in plane: UnsafeMutablePointer<UInt8>, at index: Int, as format: AVSampleFormat) {
    let raw = UnsafeMutableRawPointer(plane)
    switch av_get_packed_sample_fmt(format) {
    case AV_SAMPLE_FMT_U8: plane[index] = UInt8(clamping: Int((value * 128).rounded()) + 128)
    case AV_SAMPLE_FMT_S16:
      raw.storeBytes(of: Int16(clamping: Int((value * 32768).rounded())), toByteOffset: index * 2, as: Int16.self)
    case AV_SAMPLE_FMT_S32:
      raw.storeBytes(
        of: Int32(clamping: Int((value * 2_147_483_648).rounded())), toByteOffset: index * 4, as: Int32.self)
    case AV_SAMPLE_FMT_DBL: raw.storeBytes(of: value, toByteOffset: index * 8, as: Double.self)
    default: raw.storeBytes(of: Float(value), toByteOffset: index * 4, as: Float.self)
    }
  }

  /// Converts, and joins what comes out; its times must be without gaps.
  private func convert(_ frames: [Frame], rate: Int = 48000, channels: Int = 2) throws -> (
    start: Int64, samples: [[Float]]
  ) {
    let converter = AudioConverter(sampleRate: rate, channelCount: channels)
    var samples = [[Float]](repeating: [], count: channels)
    var start: Int64?
    for frame in frames.map(Optional.some) + [nil] {
      try converter.push(frame)
      while let output = converter.pull() {
        let time = try #require(output.presentationTime)
        #expect(time == (start ?? time) + Int64(samples[0].count))
        start = start ?? time
        #expect(output.pointer.pointee.format == AV_SAMPLE_FMT_FLTP.rawValue && output.sampleRate == rate)
        for channel in 0..<channels {
          guard let plane = output.pointer.pointee.extended_data[channel] else { continue }
          plane.withMemoryRebound(to: Float.self, capacity: output.sampleCount) {
            samples[channel] += UnsafeBufferPointer(start: $0, count: output.sampleCount)
          }
        }
      }
    }
    return (start ?? -1, samples)
  }

  private func sine(_ frequency: Double, _ amplitude: Double, rate: Int = 48000) -> (Int) -> Double {
    { amplitude * sin(2 * .pi * frequency * Double($0) / Double(rate)) }
  }

  /// Amplitude of a frequency, over the middle of a channel.
  private func amplitude(_ samples: [Float], _ frequency: Double, rate: Int = 48000) -> Double {
    let range = samples.count / 4..<samples.count * 3 / 4
    var (real, imaginary) = (0.0, 0.0)
    for index in range {
      let angle = 2 * .pi * frequency * Double(index) / Double(rate)
      real += Double(samples[index]) * cos(angle)
      imaginary += Double(samples[index]) * sin(angle)
    }
    return 2 * (real * real + imaginary * imaginary).squareRoot() / Double(range.count)
  }

  private static let sampleFormats: [Int32] = [
    AV_SAMPLE_FMT_U8, AV_SAMPLE_FMT_S16, AV_SAMPLE_FMT_S32, AV_SAMPLE_FMT_FLT, AV_SAMPLE_FMT_DBL, AV_SAMPLE_FMT_U8P,
    AV_SAMPLE_FMT_S16P, AV_SAMPLE_FMT_S32P, AV_SAMPLE_FMT_FLTP, AV_SAMPLE_FMT_DBLP,
  ].map(\.rawValue)

  @Test("every sample format comes out the same, sample by sample", arguments: sampleFormats)
  func formats(format: Int32) throws {
    let signal = sine(440, 0.5)
    let input = try frames("stereo", format: AVSampleFormat(format), count: 10_007) { channel, index in
      channel == 0 ? signal(index) : -signal(index)
    }
    let (start, output) = try convert(input)
    #expect(start == 0 && output[0].count == 10_007)
    let error = output[0].indices.map { abs(Double(output[0][$0]) - signal($0)) }.max() ?? 1
    #expect(error <= (format == AV_SAMPLE_FMT_U8.rawValue || format == AV_SAMPLE_FMT_U8P.rawValue ? 0.005 : 0.0001))
    #expect(zip(output[0], output[1]).allSatisfy { abs($0 + $1) < 0.01 })
  }

  @Test("mono stays mono at its level, and its time is kept")
  func mono() throws {
    let signal = sine(440, 0.9)
    let (start, output) = try convert(
      try frames("mono", count: 5000, from: 777) { _, index in signal(index) }, channels: 1)
    #expect(start == 777 && output[0].count == 5000)
    #expect(output[0].indices.allSatisfy { abs(Double(output[0][$0]) - signal($0)) < 0.0001 })
  }

  @Test(
    "every rate becomes the encoder's, not a sample of time late, none lost",
    arguments: [8000, 11025, 16000, 22050, 22222, 32000, 44100, 88200, 96000], [44100, 48000])
  func rates(rate: Int, target: Int) throws {
    let count = rate / 2 + 123
    // A click has a place: its centre of gravity is measured to a fraction of a sample.
    let centre = Double(rate) / 4
    let width = Double(rate) / 1000
    let (start, output) = try convert(
      try frames("mono", rate: rate, count: count) { _, index in exp(-pow((Double(index) - centre) / width, 2)) },
      rate: target, channels: 1)
    #expect(start == 0)
    let expected = Double(count) * Double(target) / Double(rate)
    #expect(abs(Double(output[0].count) - expected) <= 1.5)
    let weights = output[0].map(Double.init)
    let gravity = zip(weights.indices, weights).reduce(0) { $0 + Double($1.0) * $1.1 } / weights.reduce(0, +)
    #expect(abs(gravity - centre * Double(target) / Double(rate)) < 0.5)
  }

  @Test(
    "5.1 is mixed down with centre and surrounds at -3 dB, without LFE, to the sample", arguments: ["5.1", "5.1(side)"])
  func surround(layout: String) throws {
    let tones = [300.0, 500, 700, 60, 1100, 1300]
    let (start, output) = try convert(
      try frames(layout, count: 48_000) { channel, index in self.sine(tones[channel], 0.1)(index) })
    #expect(start == 0 && output[0].count == 48_000)
    let left = tones.map { amplitude(output[0], $0) / 0.1 }
    let right = tones.map { amplitude(output[1], $0) / 0.1 }
    for (measured, expected) in zip(left, [1, 0, 0.7071, 0, 0.7071, 0]) { #expect(abs(measured - expected) < 0.01) }
    for (measured, expected) in zip(right, [0, 1, 0.7071, 0, 0, 0.7071]) { #expect(abs(measured - expected) < 0.01) }
    // No filter of the chain delays, and none takes a tail away: the mix is what arithmetic says, sample by sample.
    let half = 0.5.squareRoot()
    let error = output[0].indices.map { index in
      abs(
        Double(output[0][index])
          - 0.1 * (sine(300, 1)(index) + half * sine(700, 1)(index) + half * sine(1100, 1)(index)))
    }.max()
    #expect((error ?? 1) < 0.001)
  }

  @Test("7.1, quad and 3.0 are mixed down without a channel lost", arguments: [("7.1", 8), ("quad", 4), ("3.0", 3)])
  func layouts(layout: String, channels: Int) throws {
    for source in 0..<channels {
      let (_, output) = try convert(
        try frames(layout, count: 9600) { channel, index in channel == source ? self.sine(400, 0.2)(index) : 0 })
      let level = max(amplitude(output[0], 400), amplitude(output[1], 400)) / 0.2
      let isLFE = channels == 8 && source == 3
      #expect(isLFE ? level < 0.01 : level > 0.49 && level < 1.01, "channel \(source): \(level)")
    }
  }

  @Test("a sum above full scale is limited, one below it is not touched")
  func limiter() throws {
    let loud = try convert(try frames("5.1", count: 48_000) { _, index in self.sine(440, 0.9)(index) })
    let peak = loud.samples[0].map(abs).max() ?? 0
    #expect(peak <= 0.97 && peak > 0.9)
    #expect(loud.samples[0].count == 48_000)
    let below = try convert(try frames("5.1", count: 48_000) { _, index in self.sine(440, 0.35)(index) })
    // 0.35 x (1 + 0.7071 + 0.7071) = 0.845.
    #expect(abs(amplitude(below.samples[0], 440) - 0.845) < 0.005)
  }

  @Test("a layout, rate or format that changes in mid-stream is followed without a gap")
  func change() throws {
    let signal = sine(440, 0.3)
    let parts: [(String, Int, AVSampleFormat, Int)] = [
      ("stereo", 48000, AV_SAMPLE_FMT_FLTP, 4800), ("5.1", 48000, AV_SAMPLE_FMT_FLTP, 4800),
      ("mono", 48000, AV_SAMPLE_FMT_S16, 4800), ("stereo", 44100, AV_SAMPLE_FMT_S16P, 4410),
    ]
    let input = try parts.flatMap { layout, rate, format, count in
      try frames(layout, rate: rate, format: format, count: count) { channel, index in channel < 2 ? signal(index) : 0 }
    }
    let (start, output) = try convert(input)
    #expect(start == 0 && abs(output[0].count - 19_200) <= 2)
  }

  @Test("a mono stretch in a stereo track stands on both channels at its level")
  func monoToStereo() throws {
    let signal = sine(440, 0.9)
    let (_, output) = try convert(try frames("mono", count: 48_000) { _, index in signal(index) })
    for channel in output { #expect(abs(amplitude(channel, 440) - 0.9) < 0.01) }
  }

  @Test("a stereo stretch in a mono track is not louder")
  func stereoToMono() throws {
    let signal = sine(440, 0.9)
    let (_, output) = try convert(try frames("stereo", count: 48_000) { _, index in signal(index) }, channels: 1)
    #expect(abs(amplitude(output[0], 440) - 0.9) < 0.01)
    #expect((output[0].map(abs).max() ?? 2) <= 1)
  }
}
