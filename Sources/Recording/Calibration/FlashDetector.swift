/// Finds flashes: pictures that are suddenly much brighter than those before. Pure.
struct FlashDetector {
  /// A picture's time in seconds, and its mean luma from 0 to 255.
  struct Picture: Equatable {
    let time, luma: Double
  }

  /// A step of less is no flash, however calm the clip is.
  static let leastStep = 8.0
  /// So much of the clip's largest step is a flash.
  static let share = 0.4
  /// For so many seconds after a flash there is no other.
  static let pause = 0.25

  /// When the flashes begin, in seconds.
  ///
  /// A picture that the flash only lit for a part of its exposure is darker than the next one: the flash began in the
  /// corresponding part of its time.
  static func onsets(in pictures: [Picture]) -> [Double] {
    guard pictures.count > 2 else { return [] }
    let steps = pictures.indices.dropFirst().map { pictures[$0].luma - pictures[$0 - 1].luma }
    // Two pictures may share a flash's rise.
    let rises = pictures.indices.dropFirst().map { index in
      max(steps[index - 1], index + 1 < pictures.count ? pictures[index + 1].luma - pictures[index - 1].luma : 0)
    }
    let threshold = max(leastStep, share * (rises.max() ?? 0))
    var onsets: [Double] = []
    var index = 1
    while index < pictures.count {
      defer { index += 1 }
      // A rise that only the next picture brings begins there.
      guard rises[index - 1] >= threshold, steps[index - 1] >= threshold * 0.1 else { continue }
      let onset = time(at: index, in: pictures)
      if let last = onsets.last, onset - last < pause { continue }
      onsets.append(onset)
    }
    return onsets
  }

  private static func time(at index: Int, in pictures: [Picture]) -> Double {
    let (before, picture) = (pictures[index - 1], pictures[index])
    guard index + 1 < pictures.count else { return picture.time }
    let next = pictures[index + 1]
    let full = next.luma - before.luma
    // Lit throughout, or no longer lit in the next one: nothing more can be told.
    guard full > 0, picture.luma < next.luma else { return picture.time }
    let dark = 1 - (picture.luma - before.luma) / full
    // Small differences are the encoder's and the sensor's, not the flash's.
    return dark < 0.1 ? picture.time : picture.time + dark * (next.time - picture.time)
  }
}
