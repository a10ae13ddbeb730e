extension MediaTime: AdditiveArithmetic {
  /// No time at all: the start.
  public static let zero = MediaTime(value: 0, timescale: 1)

  /// The sum, over the least common multiple of both timescales.
  ///
  /// Exact wherever the sum can be said with a 32-bit timescale; else rounded to the nearest nanosecond (a half away
  /// from zero), beyond ±292 years to the nearest second. Never traps.
  public static func + (left: MediaTime, right: MediaTime) -> MediaTime {
    combine(left, right) { $0 + $1 }
  }

  /// The difference, as exact as a sum.
  public static func - (left: MediaTime, right: MediaTime) -> MediaTime {
    combine(left, right) { $0 - $1 }
  }

  /// The same distance from zero on the other side.
  public static prefix func - (time: MediaTime) -> MediaTime {
    .zero - time
  }

  private static func combine(
    _ left: MediaTime, _ right: MediaTime, _ operation: (Int128, Int128) -> Int128
  ) -> MediaTime {
    let divisor = Int128(greatestCommonDivisor(left.timescale.magnitude, right.timescale.magnitude))
    let leftFactor = Int128(right.timescale) / divisor
    let rightFactor = Int128(left.timescale) / divisor
    return MediaTime(
      nearest: operation(Int128(left.value) * leftFactor, Int128(right.value) * rightFactor),
      over: Int128(left.timescale) * leftFactor)
  }
}
