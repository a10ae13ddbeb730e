internal import Foundation
internal import Glibc

/// An audio stream decoded by `ffmpeg` to float, each frame placed where ffmpeg's timestamps put it.
///
/// Start offsets, edit lists, priming and gaps of more than 2 ms are honoured; smaller jitter (a millisecond time base)
/// is not followed.
public struct DecodedAudio: Sendable {
  public let sampleRate: Int
  /// Position of the first sample on the file's own timeline, in samples; negative before zero.
  public let start: Int
  /// One array of samples, -1...1, per channel in ffmpeg's order; all of one length.
  public let channels: [[Float]]
  /// Whether there were holes, filled with silence, or overlaps.
  public let gapCount: Int

  /// - Parameter sampleRate: Rate to convert to, so that two files can be compared; `nil` keeps the stream's.
  /// - Throws: `TestSupportError` if not one sample comes out.
  public init(_ path: String, stream: String = "a:0", sampleRate: Int? = 48000) async throws {
    let resample = "aresample=\(sampleRate.map { "\($0):" } ?? "")osf=flt"
    let result = try await Program.ffmpeg.run(
      ["-hide_banner", "-nostdin", "-nostats", "-copyts", "-i", "file:" + path, "-map", "0:\(stream)"]
        + ["-af", "\(resample),ashowinfo", "-c:a", "pcm_f32le", "-f", "f32le", "-"],
      timeout: .seconds(120))
    let frames = result.errorLines.filter { $0.contains("ashowinfo") }.compactMap(Frame.init)
    guard let first = frames.first, !result.output.isEmpty else {
      throw TestSupportError("no sound in '\(path)': \(result)")
    }
    self.sampleRate = first.rate
    start = first.time
    var channels = [[Float]](repeating: [], count: first.channels)
    let total = result.output.count / 4
    let tolerance = first.rate / 500
    var gaps = 0
    result.output.withUnsafeBytes { bytes in
      let samples = bytes.bindMemory(to: Float.self)
      var offset = 0
      for frame in frames where offset + frame.count * first.channels <= total {
        let gap = frame.time - (first.time + channels[0].count)
        var skipped = 0
        if abs(gap) > tolerance {
          gaps += 1
          if gap > 0 {
            for channel in channels.indices { channels[channel] += [Float](repeating: 0, count: gap) }
          } else {
            skipped = min(-gap, frame.count)
          }
        }
        for channel in channels.indices {
          var index = offset + skipped * first.channels + channel
          let end = offset + frame.count * first.channels
          while index < end {
            channels[channel].append(samples[index])
            index += first.channels
          }
        }
        offset += frame.count * first.channels
      }
    }
    self.channels = channels
    gapCount = gaps
  }

  public init(_ clip: Clip) async throws { try await self.init(clip.path) }

  public var count: Int { channels[0].count }
  public var startTime: Double { Double(start) / Double(sampleRate) }
  public var duration: Double { Double(count) / Double(sampleRate) }

  /// The mean of all channels.
  public var mixed: [Float] {
    var sum = channels[0]
    let scale = 1 / Float(channels.count)
    sum.withUnsafeMutableBufferPointer { sum in
      var index = 0
      while index < sum.count {
        var value = sum[index]
        var channel = 1
        while channel < channels.count {
          value += channels[channel][index]
          channel += 1
        }
        sum[index] = value * scale
        index += 1
      }
    }
    return sum
  }

  /// Root mean square of a channel in dB of full scale, over seconds of the file's timeline; -infinity for silence.
  public func level(channel: Int = 0, in range: ClosedRange<Double>? = nil) -> Double {
    let part = samples(channel, range)
    var sum = 0.0
    for sample in part { sum += Double(sample) * Double(sample) }
    return part.isEmpty ? -.infinity : 10 * log10(sum / Double(part.count))
  }

  /// The greatest absolute sample of a channel, 0...1 and above if it was clipped by nobody.
  public func peak(channel: Int = 0) -> Double { Double(channels[channel].reduce(0) { max($0, abs($1)) }) }

  /// The level of one frequency in a channel: the amplitude of the sine there in dB of full scale (Goertzel's method,
  /// with a Hann window, so that other tones do not leak in).
  public func toneLevel(_ frequency: Double, channel: Int = 0, in range: ClosedRange<Double>? = nil) -> Double {
    let part = samples(channel, range)
    let count = part.count
    guard count > 1 else { return -.infinity }
    let coefficient = 2 * cos(2 * Double.pi * frequency / Double(sampleRate))
    var (previous, beforeThat) = (0.0, 0.0)
    var index = 0
    part.withUnsafeBufferPointer { part in
      while index < count {
        let window = 0.5 - 0.5 * cos(2 * Double.pi * Double(index) / Double(count - 1))
        let value = Double(part[index]) * window + coefficient * previous - beforeThat
        (beforeThat, previous) = (previous, value)
        index += 1
      }
    }
    let power = previous * previous + beforeThat * beforeThat - coefficient * previous * beforeThat
    // The window's mean is a half, a sine's line holds half its amplitude: together a quarter.
    return 20 * log10(max(power, 1e-30).squareRoot() * 4 / Double(count))
  }

  /// Times at which sound begins after at least 100 ms below a third of the peak, in seconds of the file's timeline.
  public var onsets: [Double] {
    let threshold = Float(peak() * 0.35)
    let quiet = sampleRate / 10
    var result: [Double] = []
    var lastLoud = -quiet
    for (index, sample) in channels[0].enumerated() where abs(sample) > threshold {
      if index - lastLoud >= quiet { result.append(Double(start + index) / Double(sampleRate)) }
      lastLoud = index
    }
    return result
  }

  private func samples(_ channel: Int, _ range: ClosedRange<Double>?) -> [Float] {
    guard let range else { return channels[channel] }
    let from = min(max(Int(range.lowerBound * Double(sampleRate)) - start, 0), count)
    let end = min(max(Int(range.upperBound * Double(sampleRate)) - start, from), count)
    return Array(channels[channel][from..<end])
  }

  /// One line of ashowinfo; its times count samples, as every audio link's do after a resampler.
  private struct Frame {
    let time: Int
    let count: Int
    let rate: Int
    let channels: Int

    init?(_ line: String) {
      func number(_ key: String) -> Int? { DecodedVideo.word(after: key, in: line).flatMap { Int($0) } }
      guard let time = number(" pts:"), let count = number(" nb_samples:"), let rate = number(" rate:"),
        let channels = number(" channels:")
      else { return nil }
      (self.time, self.count, self.rate, self.channels) = (time, count, rate, channels)
    }
  }
}
