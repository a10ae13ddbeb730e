internal import Media

extension MediaTime {
  /// The nearest whole number of units `timeBase`; a half goes away from zero.
  func ticks(of timeBase: Rational) -> Int64 {
    let numerator = Int128(value) * Int128(timeBase.denominator)
    let denominator = Int128(timescale) * Int128(timeBase.numerator)
    guard denominator > 0 else { return 0 }
    let half = denominator / 2
    return Int64(clamping: (numerator + (numerator < 0 ? -half : half)) / denominator)
  }

  /// A count of units as a time.
  init(ticks: Int64, of timeBase: Rational) {
    self.init(
      value: ticks, timeBase: Int32(clamping: timeBase.numerator), denominator: Int32(clamping: timeBase.denominator))
  }
}
