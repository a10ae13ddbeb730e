/// An exact time or duration: `value / timescale` seconds.
///
/// The timescale is kept as it was given; equality, order and hash look at the time alone, so 1/2 equals 45000/90000.
/// There is no invalid or infinite time: an unknown time is `nil`.
public struct MediaTime: Sendable {
  /// The time in units of `1 / timescale` seconds; may be negative.
  public let value: Int64
  /// Units a second, always greater than zero.
  public let timescale: Int32

  /// The time `value / timescale` seconds.
  /// - Precondition: `timescale` is greater than zero; a parser checks what it read before it makes a time of it.
  public init(value: Int64, timescale: Int32) {
    precondition(timescale > 0, "a timescale must be greater than zero")
    self.value = value
    self.timescale = timescale
  }

  /// The time `value × numerator / denominator` seconds: a timestamp with its time base folded in.
  ///
  /// Exact; where `value × numerator` does not fit in 64 bits, the fraction is reduced, and failing that, rounded
  /// like a sum (see ``+(_:_:)``).
  /// - Precondition: `numerator` and `denominator` are greater than zero.
  public init(value: Int64, timeBase numerator: Int32, denominator: Int32) {
    precondition(numerator > 0 && denominator > 0, "a time base must be greater than zero")
    let divisor = Int32(greatestCommonDivisor(numerator.magnitude, denominator.magnitude))
    self.init(nearest: Int128(value) * Int128(numerator / divisor), over: Int128(denominator / divisor))
  }

  /// The time `numerator / denominator` seconds, exact where it can be said.
  ///
  /// The denominator is kept where it fits; else the fraction is reduced; else it is rounded to the nearest
  /// nanosecond (a half away from zero); beyond ±292 years to the nearest second, and beyond 64 bits to the last one.
  init(nearest numerator: Int128, over denominator: Int128) {
    if let value = Int64(exactly: numerator), let timescale = Int32(exactly: denominator) {
      self.init(value: value, timescale: timescale)
      return
    }
    let divisor = Int128(greatestCommonDivisor(numerator.magnitude, denominator.magnitude))
    let (reducedNumerator, reducedDenominator) = (numerator / divisor, denominator / divisor)
    if let value = Int64(exactly: reducedNumerator), let timescale = Int32(exactly: reducedDenominator) {
      self.init(value: value, timescale: timescale)
      return
    }
    for timescale: Int32 in [1_000_000_000, 1] {
      // A numerator here is below 2^96 and the factor below 2^30: the product fits.
      let scaled = MediaTime.Rounding.nearest.divide(reducedNumerator * Int128(timescale), by: reducedDenominator)
      if let value = Int64(exactly: scaled) {
        self.init(value: value, timescale: timescale)
        return
      }
    }
    self.init(value: numerator < 0 ? .min : .max, timescale: 1)
  }

  /// The time in floating-point seconds; for display only.
  public var seconds: Double { Double(value) / Double(timescale) }

  /// This time in units of `1 / timescale` seconds.
  ///
  /// A time beyond what 64 bits can say in that timescale becomes the last one they can.
  /// - Precondition: `timescale` is greater than zero.
  public func converted(toTimescale timescale: Int32, rounding: Rounding) -> MediaTime {
    let scaled = rounding.divide(Int128(value) * Int128(timescale), by: Int128(self.timescale))
    return MediaTime(value: Int64(clamping: scaled), timescale: timescale)
  }
}

extension MediaTime: Hashable, Comparable {
  /// Whether both are the same time, whatever their timescales.
  public static func == (left: MediaTime, right: MediaTime) -> Bool {
    Int128(left.value) * Int128(right.timescale) == Int128(right.value) * Int128(left.timescale)
  }

  /// Compares exactly, in 128 bits.
  public static func < (left: MediaTime, right: MediaTime) -> Bool {
    Int128(left.value) * Int128(right.timescale) < Int128(right.value) * Int128(left.timescale)
  }

  /// Hashes the reduced fraction: equal times hash equal.
  public func hash(into hasher: inout Hasher) {
    let divisor = greatestCommonDivisor(value.magnitude, UInt64(timescale.magnitude))
    hasher.combine(value / Int64(divisor))
    hasher.combine(timescale / Int32(divisor))
  }
}

extension MediaTime: CustomStringConvertible {
  /// The fraction as it is kept: `45000/90000`.
  public var description: String { "\(value)/\(timescale)" }
}
