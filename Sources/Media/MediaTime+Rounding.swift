extension MediaTime {
  /// Where a time goes that falls between two ticks.
  public enum Rounding: Sendable, CaseIterable {
    /// To the earlier tick, below zero too.
    case down
    /// To the later tick, below zero too.
    case up
    /// To the nearer tick; from the middle, away from zero.
    case nearest

    /// The whole quotient; `divisor` is greater than zero.
    func divide(_ dividend: Int128, by divisor: Int128) -> Int128 {
      let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
      return switch self {
      case .down: remainder < 0 ? quotient - 1 : quotient
      case .up: remainder > 0 ? quotient + 1 : quotient
      case .nearest: 2 * remainder.magnitude >= divisor.magnitude ? quotient + dividend.signum() : quotient
      }
    }
  }
}
