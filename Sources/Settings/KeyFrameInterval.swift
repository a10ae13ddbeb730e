public import Media

/// How far apart key frames may be.
public enum KeyFrameInterval: Hashable, Sendable {
  /// At most so many frames from one to the next.
  case frames(Int)
  /// At most so long from one to the next.
  case duration(MediaTime)

  /// The distance in whole frames at a steady rate: rounded down, at least 1, at most a million.
  /// - Parameter frameRate: The nominal rate; `nil` where unknown, which counts as 30.
  public func frameCount(at frameRate: Rational?) -> Int {
    let limits: ClosedRange<Int128> = 1...1_000_000
    switch self {
    case .frames(let count):
      return Int(min(max(Int128(count), limits.lowerBound), limits.upperBound))
    case .duration(let time):
      var rate = frameRate ?? Rational(30)
      if rate <= Rational(0) { rate = Rational(30) }
      guard time > .zero else { return 1 }
      let (product, overflow) = Int128(time.value).multipliedReportingOverflow(by: Int128(rate.numerator))
      guard !overflow else { return Int(limits.upperBound) }
      let count = product / (Int128(time.timescale) * Int128(rate.denominator))
      return Int(min(max(count, limits.lowerBound), limits.upperBound))
    }
  }
}
