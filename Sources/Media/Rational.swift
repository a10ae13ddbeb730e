/// An exact fraction: a frame rate, a sample aspect ratio, a time base.
///
/// Always reduced and with a positive denominator, so that equal fractions are equal values.
public struct Rational: Hashable, Sendable {
  /// The numerator; carries the sign.
  public let numerator: Int
  /// The denominator, always greater than zero.
  public let denominator: Int

  /// Makes the reduced fraction `numerator / denominator`.
  ///
  /// The one fraction that does not fit (`Int.min` over a negative denominator) comes out as the nearest that does.
  /// - Precondition: `denominator` is not zero. For numbers from a file use ``init(validating:over:)``.
  public init(_ numerator: Int, _ denominator: Int) {
    precondition(denominator != 0, "a fraction's denominator cannot be zero")
    let sign: Int128 = denominator < 0 ? -1 : 1
    let divisor = Int128(greatestCommonDivisor(numerator.magnitude, denominator.magnitude))
    self.numerator = Int(clamping: sign * Int128(numerator) / divisor)
    self.denominator = Int(clamping: sign * Int128(denominator) / divisor)
  }

  /// Makes the reduced fraction, or `nil` where the denominator is zero: the way files say "unknown".
  public init?(validating numerator: Int, over denominator: Int) {
    guard denominator != 0 else { return nil }
    self.init(numerator, denominator)
  }

  /// The whole number as a fraction over one.
  public init(_ whole: Int) {
    self.init(whole, 1)
  }

  /// The nearest floating-point number; for display only.
  public var doubleValue: Double { Double(numerator) / Double(denominator) }
}

extension Rational: Comparable {
  /// Compares exactly.
  public static func < (left: Rational, right: Rational) -> Bool {
    Int128(left.numerator) * Int128(right.denominator) < Int128(right.numerator) * Int128(left.denominator)
  }
}

extension Rational: CustomStringConvertible {
  /// `30000/1001`, or `25` for a whole number.
  public var description: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }
}
