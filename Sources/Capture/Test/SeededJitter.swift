/// Evenly spread errors of reported times, the same for the same seed. (SplitMix64, Steele, Lea and Flood 2014.)
struct SeededJitter {
  private var state: UInt64
  /// In nanoseconds, to either side.
  private let amplitude: Int64

  init(amplitude: Int64, seed: UInt64) {
    state = seed
    self.amplitude = amplitude
  }

  /// The next error in nanoseconds.
  mutating func next() -> Int64 {
    guard amplitude > 0 else { return 0 }
    return Int64(nextWord() % UInt64(2 * amplitude + 1)) - amplitude
  }

  mutating func nextWord() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
    return word ^ (word >> 31)
  }
}
