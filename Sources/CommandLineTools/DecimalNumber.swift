/// A number such as `12.5`, kept exactly as digits times a power of ten.
struct DecimalNumber {
  /// The number times ten to the power of `places`.
  let digits: Int64
  let places: Int

  /// `nil` where the text is no number, has a sign or an exponent, or is too long for 64 bits.
  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = parts.first, !whole.isEmpty else { return nil }
    let fraction = parts.count == 2 ? String(parts[1]) : ""
    if parts.count == 2, fraction.isEmpty { return nil }
    let all = String(whole) + fraction
    guard all.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let digits = Int64(all) else {
      return nil
    }
    self.digits = digits
    self.places = fraction.utf8.count
  }

  /// The number times `factor`, `nil` where that is not whole or does not fit.
  func multiplied(by factor: Int64) -> Int64? {
    guard places <= 18 else { return nil }
    let divisor = (0..<places).reduce(Int64(1)) { result, _ in result * 10 }
    let product = digits.multipliedFullWidth(by: factor)
    guard product.high >= 0, UInt64(product.high) < UInt64(divisor) else { return nil }
    let (quotient, remainder) = UInt64(divisor).dividingFullWidth((UInt64(product.high), product.low))
    return remainder == 0 ? Int64(exactly: quotient) : nil
  }
}
