internal import Media

/// The unit of a movie's edit lists: one in which every track's start is exact. Pure.
enum MovieTimescale {
  /// Beyond this, common players' arithmetic is no longer to be trusted.
  static let maximum = 10_000_000
  /// What video uses by tradition (MPEG's clock).
  static let common = 90_000

  /// - Parameters:
  ///   - audioRate: The sound's samples a second; its priming is counted in them.
  ///   - starts: Where each track begins.
  static func choose(audioRate: Int?, starts: [MediaTime]) -> Int {
    var scale = audioRate ?? common
    for start in starts where start > .zero {
      guard !isExact(start, in: scale) else { continue }
      let divisor = greatestCommonDivisor(Int(start.value), Int(start.timescale))
      let needed = Int(start.timescale) / divisor
      let (multiple, overflow) = scale.multipliedReportingOverflow(by: needed / greatestCommonDivisor(scale, needed))
      if !overflow, multiple <= maximum { scale = multiple }
    }
    return scale
  }

  private static func isExact(_ time: MediaTime, in scale: Int) -> Bool {
    Int128(time.value) * Int128(scale) % Int128(time.timescale) == 0
  }

  private static func greatestCommonDivisor(_ first: Int, _ second: Int) -> Int {
    var (a, b) = (abs(first), abs(second))
    while b != 0 { (a, b) = (b, a % b) }
    return max(1, a)
  }
}
