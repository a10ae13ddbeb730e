extension ProgressReport {
  /// The live line, of fewer columns than the terminal has, so that it never wraps:
  /// `clip.mov  42% [=======>         ] 3.4x  0:17 left  1.2 MB of 2.9 MB`.
  ///
  /// A narrow terminal gets a shorter bar, then none, then the line's beginning.
  public func text(columns: Int) -> String {
    let available = max(0, columns - 1)
    let percent = fraction.map { decimalText(($0 * 100).rounded(.down), places: 0) + "%" }
    var facts: [String] = []
    if let speed { facts.append(speedText(speed)) }
    if let remaining { facts.append("\(remaining.clockText) left") }
    if fraction == nil { facts.append((update.mediaTime ?? elapsed).clockText) }
    if let size = update.size {
      facts.append(expectedSize.map { "\(size) of \($0)" } ?? "\(size)")
    }
    var parts: [String] = []
    if let label { parts.append(cut(label, columns: max(8, available / 3))) }
    if let percent { parts.append(padded(percent)) }
    let used = displayWidth(of: parts.joined(separator: " ")) + displayWidth(of: facts.joined(separator: "  ")) + 2
    let room = min(40, available - used)
    if let fraction, room >= 10 { parts.append(bar(fraction, width: room)) }
    if !facts.isEmpty { parts.append(facts.joined(separator: "  ")) }
    let line = parts.joined(separator: " ")
    return cut(line, columns: available)
  }

  private func padded(_ percent: String) -> String {
    String(repeating: " ", count: max(0, 4 - percent.count)) + percent
  }

  private func bar(_ fraction: Double, width: Int) -> String {
    let inside = width - 2
    let done = Int((Double(inside) * fraction).rounded(.down))
    let filled = done == inside ? String(repeating: "=", count: inside) : String(repeating: "=", count: done) + ">"
    return "[" + filled + String(repeating: " ", count: inside - filled.count) + "]"
  }
}
