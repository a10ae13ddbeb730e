extension Duration {
  /// As a clock shows it, seconds rounded to the nearest: `0:07`, `1:02`, `1:02:03`.
  public var clockText: String {
    let total = max(0, components.seconds + (components.attoseconds >= 500_000_000_000_000_000 ? 1 : 0))
    let (hours, minutes, seconds) = (total / 3600, total / 60 % 60, total % 60)
    return hours > 0
      ? "\(hours):\(Self.twoDigits(minutes)):\(Self.twoDigits(seconds))" : "\(minutes):\(Self.twoDigits(seconds))"
  }

  /// How long something took: `0.8 s` and `42.1 s`, from a minute on as a clock.
  public var elapsedText: String {
    let text = decimalText(secondsForDisplay, places: 1)
    return secondsForDisplay < 59.95 ? "\(text) s" : clockText
  }

  private static func twoDigits(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }

  /// For messages and estimates only.
  var secondsForDisplay: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
