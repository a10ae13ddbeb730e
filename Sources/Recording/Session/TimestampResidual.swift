/// How far written times are from the device's: pure, in nanoseconds.
struct TimestampResidual: Hashable, Sendable {
  private(set) var start: Int64 = 0
  /// The one farthest from zero.
  private(set) var maximum: Int64 = 0
  private(set) var end: Int64 = 0
  private var isEmpty = true

  mutating func note(_ residual: Int64) {
    if isEmpty { start = residual }
    isEmpty = false
    if residual.magnitude > maximum.magnitude { maximum = residual }
    end = residual
  }
}
