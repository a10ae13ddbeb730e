internal import Glibc

/// How far the same sound is shifted between two files.
public struct AudioOffset: Sendable, CustomStringConvertible {
  /// Samples by which it comes later in the second file, with a fraction.
  public let samples: Double
  public let milliseconds: Double
  /// Normalised correlation at that shift, -1...1; below about 0.5 the sounds are not the same.
  public let correlation: Double

  public var description: String { "\(milliseconds) ms (r = \(correlation))" }

  /// Finds the shift by normalised cross-correlation, first at a sixth of the rate, then to a fraction of a sample.
  ///
  /// - Parameters:
  ///   - source: Both must have the same rate.
  ///   - expected: The shift around which is looked, in seconds.
  ///   - limit: The greatest difference from `expected` looked for, in seconds.
  ///   - window: At most so many seconds from the middle of the source are compared.
  /// - Returns: `nil` if the rates differ or nothing overlaps.
  public static func measure(
    from source: DecodedAudio, to output: DecodedAudio, expected: Double = 0, limit: Double = 0.5, window: Double = 2,
    channel: Int? = nil
  ) -> AudioOffset? {
    guard source.sampleRate == output.sampleRate else { return nil }
    let rate = Double(source.sampleRate)
    var first = Track(channel.map { source.channels[$0] } ?? source.mixed, source.start)
    let second = Track(channel.map { output.channels[$0] } ?? output.mixed, output.start)
    first.keepMiddle(Int(window * rate))
    let step = 6
    let (small, smallSecond) = (first.decimated(step), second.decimated(step))
    let lags = Int(limit * rate) / step + 1
    let middle = Int((expected * rate).rounded()) / step
    var best = (lag: 0, value: -2.0)
    for lag in middle - lags...middle + lags {
      if let value = small.correlation(with: smallSecond, lag: lag), value > best.value { best = (lag, value) }
    }
    guard best.value > -2 else { return nil }
    let centre = best.lag * step
    var values: [Double] = []
    for lag in centre - 2 * step...centre + 2 * step {
      values.append(first.correlation(with: second, lag: lag) ?? -2)
    }
    guard let top = values.indices.max(by: { values[$0] < values[$1] }), values[top] > -2 else { return nil }
    var fraction = 0.0
    if top > 0, top + 1 < values.count, values[top - 1] > -2, values[top + 1] > -2 {
      let curvature = values[top - 1] - 2 * values[top] + values[top + 1]
      if curvature < 0 { fraction = 0.5 * (values[top - 1] - values[top + 1]) / curvature }
    }
    let samples = Double(centre - 2 * step + top) + fraction
    return AudioOffset(samples: samples, milliseconds: samples * 1000 / rate, correlation: values[top])
  }

  /// Samples on a timeline, with running energies, so that any overlap is normalised at once.
  private struct Track {
    var samples: [Float]
    var start: Int
    private var energies: [Double] = []

    init(_ samples: [Float], _ start: Int) {
      (self.samples, self.start) = (samples, start)
      sum()
    }

    mutating func keepMiddle(_ count: Int) {
      guard samples.count > count else { return }
      let skipped = (samples.count - count) / 2
      samples = Array(samples[skipped..<skipped + count])
      start += skipped
      sum()
    }

    /// Means of `step` samples, aligned to multiples of `step` on the timeline.
    func decimated(_ step: Int) -> Track {
      let lead = ((-start % step) + step) % step
      let count = max(samples.count - lead, 0) / step
      var result = [Float](repeating: 0, count: count)
      var index = 0
      samples.withUnsafeBufferPointer { samples in
        while index < count {
          var value: Float = 0
          var inner = 0
          while inner < step {
            value += samples[lead + index * step + inner]
            inner += 1
          }
          result[index] = value / Float(step)
          index += 1
        }
      }
      return Track(result, (start + lead) / step)
    }

    /// The correlation where `other` comes `lag` samples later; `nil` if less than half of the shorter overlaps.
    func correlation(with other: Track, lag: Int) -> Double? {
      let shift = start + lag - other.start  // index in other = index here + shift
      let from = max(0, -shift)
      let end = min(samples.count, other.samples.count - shift)
      guard end - from >= max(min(samples.count, other.samples.count) / 2, 1) else { return nil }
      var sum: Float = 0
      var total = 0.0
      samples.withUnsafeBufferPointer { left in
        other.samples.withUnsafeBufferPointer { right in
          guard var a = left.baseAddress?.advanced(by: from), var b = right.baseAddress?.advanced(by: from + shift)
          else {
            return
          }
          let last = a + (end - from)
          var block = a + 1024
          while a < last {
            sum += a.pointee * b.pointee
            a += 1
            b += 1
            if a == block {
              total += Double(sum)
              sum = 0
              block += 1024
            }
          }
        }
      }
      total += Double(sum)
      let energy =
        (energies[end] - energies[from]) * (other.energies[end + shift] - other.energies[from + shift])
      return energy > 1e-12 ? total / energy.squareRoot() : 0
    }

    private mutating func sum() {
      energies = [Double](repeating: 0, count: samples.count + 1)
      var total = 0.0
      var index = 0
      while index < samples.count {
        total += Double(samples[index]) * Double(samples[index])
        index += 1
        energies[index] = total
      }
    }
  }
}
