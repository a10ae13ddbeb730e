internal import Codecs
internal import Glibc

/// How loud sound is: collected for each channel until it is taken.
struct SoundLevel {
  private var squares: [Double]
  private var peaks: [Float]
  private var count = 0

  init(channelCount: Int) {
    squares = Array(repeating: 0, count: channelCount)
    peaks = Array(repeating: 0, count: channelCount)
  }

  /// Adds a stretch.
  /// - Returns: Its highest magnitude over all channels: zero for digital silence alone.
  mutating func add(_ sound: PlanarSound) -> Float {
    var highest: Float = 0
    for (index, channel) in sound.channels.prefix(squares.count).enumerated() {
      let (sum, peak) = Self.measure(channel)
      squares[index] += Double(sum)
      peaks[index] = max(peaks[index], peak)
      highest = max(highest, peak)
    }
    count += sound.count
    return highest
  }

  /// The levels since they were last taken, one for each channel; empty where no sound came since.
  mutating func take() -> [RecordingStatus.Level] {
    guard count > 0 else { return [] }
    defer { self = SoundLevel(channelCount: squares.count) }
    return zip(squares, peaks).map {
      RecordingStatus.Level(
        rootMeanSquare: Self.decibels(($0 / Double(count)).squareRoot()), peak: Self.decibels(Double($1)))
    }
  }

  /// Of full scale: 0 for a magnitude of 1, -100 for silence.
  static func decibels(_ magnitude: Double) -> Double {
    magnitude > 1e-5 ? 20 * log10(magnitude) : -100
  }

  private static func measure(_ samples: [Float]) -> (sum: Float, peak: Float) {
    samples.withUnsafeBufferPointer { samples in
      guard var next = samples.baseAddress else { return (0, 0) }
      let end = next + samples.count
      var (sum, peak): (Float, Float) = (0, 0)
      while next < end {
        let value = next.pointee
        sum += value * value
        peak = max(peak, abs(value))
        next += 1
      }
      return (sum, peak)
    }
  }
}
