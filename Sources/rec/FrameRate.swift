internal import CommandLineTools
internal import Media

/// Frames a second.
struct FrameRate: ArgumentValue {
  let rate: Rational

  static let expectation = "frames a second such as 30, 29.97 or 30000/1001, at most 1000"

  /// 23.976, 29.97, 59.94 and 119.88 are what television means by them.
  init?(argumentText: String) {
    let television = ["23.976": 24000, "23.98": 24000, "29.97": 30000, "59.94": 60000, "119.88": 120_000]
    if let numerator = television[argumentText] {
      rate = Rational(numerator, 1001)
      return
    }
    let parts = argumentText.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let first = parts.first, let numerator = Self.thousandths(first) else { return nil }
    let denominator = parts.count == 2 ? Self.thousandths(parts[1]) : 1000
    guard let denominator, denominator > 0, numerator > 0 else { return nil }
    rate = Rational(numerator, denominator)
    if rate > Rational(1000) || rate < Rational(1, 3600) { return nil }
  }

  /// A number with at most three decimal places, times a thousand.
  private static func thousandths(_ text: Substring) -> Int? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let fraction = parts.count == 2 ? parts[1] : "0"
    guard let whole = parts.first, (1...7).contains(whole.count), (1...3).contains(fraction.count),
      (whole + fraction).utf8.allSatisfy({ (0x30...0x39).contains($0) }), let wholeNumber = Int(whole),
      let number = Int(fraction.padding(to: 3))
    else { return nil }
    return wholeNumber * 1000 + number
  }
}

extension Substring {
  fileprivate func padding(to count: Int) -> String {
    self + String(repeating: "0", count: Swift.max(0, count - self.count))
  }
}
