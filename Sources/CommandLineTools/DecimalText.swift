/// A number for people to read, with exactly so many decimal places, rounded to the nearest; `?` where it is not finite
/// or absurdly large.
public func decimalText(_ value: Double, places: Int) -> String {
  let factor = (0..<places).reduce(1.0) { result, _ in result * 10 }
  let scaled = (value * factor).rounded(.toNearestOrAwayFromZero)
  guard scaled.isFinite, abs(scaled) < 1e15 else { return "?" }
  let whole = Int64(scaled).magnitude
  let sign = scaled < 0 ? "-" : ""
  if places == 0 { return "\(sign)\(whole)" }
  let divisor = UInt64(factor)
  let fraction = String(whole % divisor)
  return "\(sign)\(whole / divisor)." + String(repeating: "0", count: places - fraction.count) + fraction
}

/// How many times faster than real time: `3.4x`, `12x`, `0.05x`.
public func speedText(_ speed: Double) -> String {
  decimalText(speed, places: speed < 0.995 ? 2 : speed < 9.95 ? 1 : 0) + "x"
}
