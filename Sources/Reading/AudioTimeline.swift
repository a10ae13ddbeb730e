/// Places stretches of decoded sound on one gapless line of samples.
///
/// Containers round times, and live recorders stamp them with jitter: small deviations are let be while they average
/// out. A deviation that is large, or that lasts, is real, and is corrected to the sample with silence or by trimming.
struct AudioTimeline {
  /// What must be done with a stretch.
  struct Placement: Equatable {
    /// Samples of silence to put before it.
    var silence = 0
    /// Samples to leave out at its start (all of them: leave it out).
    var skip = 0
    /// Where it then stands (its silence included), in samples from the presentation's start.
    var position = 0
  }

  /// Deviations up to this many samples are rounding.
  private let tolerance: Int
  /// Deviations from this many samples on are corrected at once.
  private let limit: Int
  /// A lasting deviation is corrected after this many samples.
  private let patience: Int
  /// Silence in one gap is at most this long: a broken time must not fill a disk.
  private let longestGap: Int

  private var next: Int?
  private var deviation = 0
  private var deviantSamples = 0

  /// - Parameters:
  ///   - sampleRate: In Hz.
  ///   - tick: Length of the container's time unit in samples, rounded up.
  init(sampleRate: Int, tick: Int) {
    tolerance = 2 * max(1, tick)
    limit = max(sampleRate / 50, 3 * tick)
    patience = sampleRate / 2
    longestGap = sampleRate * 3600
  }

  /// - Parameters:
  ///   - time: Where the container says the stretch starts, in samples from the presentation's start; `nil`: right
  ///     after what came before.
  ///   - count: Its samples.
  mutating func place(time: Int?, count: Int) -> Placement {
    guard let next else {
      let start = time ?? 0
      let skip = min(count, max(0, -start))
      if skip < count { self.next = max(0, start) + count - skip }
      return Placement(skip: skip, position: max(0, start))
    }
    let off = (time ?? next) - next
    guard off != 0, abs(off) > tolerance else {
      forget()
      self.next = next + count
      return Placement(position: next)
    }
    deviation += off * count
    deviantSamples += count
    guard abs(off) >= limit || deviantSamples >= patience else {
      self.next = next + count
      return Placement(position: next)
    }
    let correction = abs(off) >= limit ? off : deviation / max(1, deviantSamples)
    forget()
    if correction > 0 {
      let silence = min(correction, longestGap)
      self.next = next + silence + count
      return Placement(silence: silence, position: next)
    }
    let skip = min(count, -correction)
    self.next = next + count - skip
    return Placement(skip: skip, position: next)
  }

  private mutating func forget() {
    deviation = 0
    deviantSamples = 0
  }
}
