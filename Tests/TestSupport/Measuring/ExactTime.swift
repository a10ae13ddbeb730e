/// A time in a stream as FFmpeg states it: ticks of a time base. Exact.
public struct ExactTime: Hashable, Comparable, Sendable, CustomStringConvertible {
  public let ticks: Int64
  /// Seconds per tick: numerator and denominator, both positive.
  public let base: (numerator: Int64, denominator: Int64)

  public init(_ ticks: Int64, base numerator: Int64, _ denominator: Int64) {
    self.ticks = ticks
    base = (numerator, max(denominator, 1))
  }

  public var seconds: Double { Double(ticks) * Double(base.numerator) / Double(base.denominator) }
  public var description: String { "\(ticks)*\(base.numerator)/\(base.denominator)" }

  /// Seconds as a reduced fraction: equal times have equal fractions.
  public var fraction: (numerator: Int64, denominator: Int64) {
    let numerator = ticks * base.numerator
    var (a, b) = (abs(numerator), base.denominator)
    while b != 0 { (a, b) = (b, a % b) }
    return a == 0 ? (0, 1) : (numerator / a, base.denominator / a)
  }

  public static func == (left: ExactTime, right: ExactTime) -> Bool { left.fraction == right.fraction }

  public static func < (left: ExactTime, right: ExactTime) -> Bool {
    let (a, b) = (left.fraction, right.fraction)
    let (x, y) = (
      a.numerator.multipliedFullWidth(by: b.denominator), b.numerator.multipliedFullWidth(by: a.denominator)
    )
    return x.high != y.high ? x.high < y.high : x.low < y.low
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(fraction.numerator)
    hasher.combine(fraction.denominator)
  }
}
