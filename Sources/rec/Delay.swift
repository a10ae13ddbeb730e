internal import CommandLineTools
internal import Media

/// Milliseconds, earlier where negative.
struct Delay: ArgumentValue {
  let time: MediaTime

  static let expectation = "milliseconds from -10000 to 10000, such as 35 or -12.5"

  init?(argumentText: String) {
    var text = argumentText[...]
    if text.hasSuffix("ms") { text = text.dropLast(2) }
    let isNegative = text.hasPrefix("-")
    if isNegative || text.hasPrefix("+") { text = text.dropFirst() }
    guard text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
      let duration = Duration(argumentText: text + "ms"), duration <= .seconds(10)
    else { return nil }
    let (seconds, attoseconds) = duration.components
    let nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    time = MediaTime(value: isNegative ? -nanoseconds : nanoseconds, timescale: 1_000_000_000)
  }
}
