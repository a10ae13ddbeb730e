extension Duration: ArgumentValue {
  public static var expectation: String { "a duration such as 10s, 1m30s, 500ms or 00:10" }

  /// Exact to the nanosecond: `10s`, `1.5s`, `1m30s`, `2h`, `500ms`, `00:10` and `1:02:03.5` (the last part is seconds),
  /// or a bare number of seconds. Finer than a nanosecond, or longer than 292 years, is no duration.
  public init?(argumentText: String) {
    let nanoseconds = Self.clockNanoseconds(argumentText) ?? Self.unitNanoseconds(argumentText)
    guard let nanoseconds else { return nil }
    self = .nanoseconds(nanoseconds)
  }

  private static let second: Int64 = 1_000_000_000

  /// `hours:minutes:seconds`, `minutes:seconds` or seconds.
  private static func clockNanoseconds(_ text: String) -> Int64? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 3, let last = parts.last, let seconds = DecimalNumber(last)?.multiplied(by: second) else {
      return nil
    }
    if parts.count == 1 { return seconds }
    guard seconds < 60 * second else { return nil }
    var minutes: Int64 = 0
    for (index, part) in parts.dropLast().enumerated() {
      guard let number = DecimalNumber(part)?.multiplied(by: 1), index == 0 || number < 60 else { return nil }
      guard let sum = sum(number, product(minutes, 60)) else { return nil }
      minutes = sum
    }
    return sum(seconds, product(minutes, 60 * second))
  }

  /// Numbers with units, the larger unit first, each at most once.
  private static func unitNanoseconds(_ text: String) -> Int64? {
    let units: [(name: String, nanoseconds: Int64)] = [
      ("h", 3600 * second), ("m", 60 * second), ("s", second), ("ms", 1_000_000), ("us", 1000), ("ns", 1),
    ]
    var rest = text[...]
    var next = 0
    var total: Int64?
    while !rest.isEmpty {
      let number = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      rest = rest.dropFirst(number.count)
      let unit = rest.prefix { $0.isASCII && $0.isLetter }
      rest = rest.dropFirst(unit.count)
      guard let index = units.indices.dropFirst(next).first(where: { units[$0].name == unit }) else { return nil }
      next = index + 1
      let nanoseconds = DecimalNumber(number)?.multiplied(by: units[index].nanoseconds)
      guard let sum = sum(total ?? 0, nanoseconds) else { return nil }
      total = sum
    }
    return total
  }

  private static func product(_ a: Int64, _ b: Int64) -> Int64? {
    let (value, overflow) = a.multipliedReportingOverflow(by: b)
    return overflow ? nil : value
  }

  private static func sum(_ a: Int64, _ b: Int64?) -> Int64? {
    guard let b else { return nil }
    let (value, overflow) = a.addingReportingOverflow(b)
    return overflow ? nil : value
  }
}
