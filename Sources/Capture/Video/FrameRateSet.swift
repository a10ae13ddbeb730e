internal import Media

/// Frame rates, gathered from the frame intervals that a device states.
struct FrameRateSet: Hashable, Sendable {
  /// Highest first, each once.
  private(set) var rates: [Rational] = []
  private(set) var isContinuous = false

  /// One interval, in seconds; nothing where it is none.
  mutating func insert(numerator: UInt32, denominator: UInt32) {
    guard numerator > 0, denominator > 0 else { return }
    let rate = Rational(Int(denominator), Int(numerator))
    guard !rates.contains(rate) else { return }
    rates.append(rate)
    rates.sort(by: >)
  }

  /// All intervals between two. Stepwise ones count as such too: devices take the nearest.
  mutating func insertRange(shortest: (UInt32, UInt32), longest: (UInt32, UInt32)) {
    insert(numerator: shortest.0, denominator: shortest.1)
    insert(numerator: longest.0, denominator: longest.1)
    isContinuous = rates.count > 1
  }
}
