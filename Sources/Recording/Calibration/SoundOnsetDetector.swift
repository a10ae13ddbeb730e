/// Finds where beeps and claps begin: sound that is suddenly much louder than before. Pure.
///
/// Takes sound piece by piece and keeps one number for each millisecond.
struct SoundOnsetDetector {
  /// For so many seconds after a beginning there is no other.
  static let pause = 0.25
  /// Peaks below this (-54 dBFS) are no signal, however calm the clip is.
  static let leastPeak: Float = 0.002
  /// Above the noise by so much, and so near to the loudest, is a signal.
  static let aboveNoise: Float = 6
  static let share: Float = 0.2

  private let windowLength: Int
  private let sampleRate: Double
  private let start: Double
  private var peaks: [Float] = []
  private var peak: Float = 0
  private var count = 0

  /// - Parameter start: The first sample's time, in seconds.
  init(sampleRate: Int, start: Double) {
    windowLength = max(1, sampleRate / 1000)
    self.sampleRate = Double(sampleRate)
    self.start = start
  }

  mutating func append(_ samples: some Sequence<Float>) {
    for sample in samples {
      peak = max(peak, abs(sample))
      count += 1
      if count == windowLength {
        peaks.append(peak)
        (peak, count) = (0, 0)
      }
    }
  }

  /// When the sounds begin, in seconds, to a millisecond.
  var onsets: [Double] {
    let sorted = peaks.sorted()
    guard let loudest = sorted.last, loudest >= Self.leastPeak else { return [] }
    let noise = sorted[sorted.count / 2]
    // Sound that is there most of the time has no beginnings to speak of.
    let threshold = max(Self.leastPeak, noise * Self.aboveNoise, loudest * Self.share)
    let pauseLength = Int(Self.pause * sampleRate) / windowLength
    var onsets: [Double] = []
    var quiet = pauseLength
    for (index, peak) in peaks.enumerated() {
      if peak < threshold {
        quiet += 1
        continue
      }
      if quiet >= pauseLength { onsets.append(time(at: beginning(of: index, noise: noise))) }
      quiet = 0
    }
    return onsets
  }

  /// A sound that swells began before it was loud: back to where it left the noise, 10 ms at most.
  private func beginning(of index: Int, noise: Float) -> Int {
    let floor = max(noise * 2, Self.leastPeak, peaks[index] * 0.1)
    var index = index
    for _ in 0..<10 where index > 0 && peaks[index - 1] > floor { index -= 1 }
    return index
  }

  private func time(at index: Int) -> Double { start + Double(index * windowLength) / sampleRate }
}
