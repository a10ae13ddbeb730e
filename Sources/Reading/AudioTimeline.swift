/// Places stretches of decoded sound on one gapless line of samples.
///
/// Containers round times, and live recorders stamp them with jitter: small deviations are let be while they average
/// out. A deviation that is large, or that lasts, is real, and is corrected to the sample with silence or by trimming.
/// A time that is further off than any gap can be is not believed: it and those after it count from where the line is.
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

  /// Deviations up to this many samples are rounding, or too short to be heard (half a millisecond): correcting them
  /// would be heard.
  private let tolerance: Int
  /// Deviations from this many samples on are corrected at once.
  private let limit: Int
  /// A deviation to one side that lasts for this many samples is corrected.
  private let patience: Int
  /// Overlaps beyond this are a clock that was set anew.
  private let longestOverlap: Int
  /// Silence that may still be put in: an hour in all, so that broken times do not fill a disk.
  private var silenceLeft: Int

  private var next: Int?
  /// What is taken from times since one was not believed.
  private var origin = 0
  private var deviation = 0
  private var deviantSamples = 0

  /// - Parameters:
  ///   - sampleRate: In Hz.
  ///   - tick: Length of the container's time unit in samples, rounded up.
  init(sampleRate: Int, tick: Int) {
    tolerance = max(2 * tick, sampleRate / 2000)
    limit = max(sampleRate / 50, 3 * tick)
    patience = sampleRate / 2
    longestOverlap = sampleRate * 10
    silenceLeft = sampleRate * 3600
  }

  /// Where the next stretch belongs if it has no time of its own; `nil` before the first.
  var end: Int? { next }

  /// A line that goes on from `position`, for sound whose rate changes.
  init(sampleRate: Int, tick: Int, from position: Int) {
    self.init(sampleRate: sampleRate, tick: tick)
    next = max(0, position)
  }

  /// - Parameters:
  ///   - time: Where the container says the stretch starts, in samples from the presentation's start; `nil`: right
  ///     after what came before.
  ///   - count: Its samples.
  mutating func place(time: Int?, count: Int) -> Placement {
    // Times that no file of this world needs are cut off, so that sums cannot overflow.
    let time = time.map { min(max($0, -1 << 52), 1 << 52) }
    guard let next else { return placeFirst(at: time ?? 0, count: count) }
    let off = correction(for: (time ?? next + origin) - origin - next, count: count)
    if off > silenceLeft || -off > longestOverlap {
      origin += off
      return advance(count: count)
    }
    if off > 0 { silenceLeft -= off }
    return advance(silence: max(0, off), skip: min(count, max(0, -off)), count: count)
  }

  private mutating func placeFirst(at start: Int, count: Int) -> Placement {
    let skip = min(count, max(0, -start))
    if skip < count { next = max(0, start) + count - skip }
    return Placement(skip: skip, position: max(0, start))
  }

  private mutating func advance(silence: Int = 0, skip: Int = 0, count: Int) -> Placement {
    let position = next ?? 0
    next = position + silence + count - skip
    return Placement(silence: silence, skip: skip, position: position)
  }

  /// By how much the line must be moved for a stretch that is `off` samples late; mostly not at all.
  private mutating func correction(for off: Int, count: Int) -> Int {
    guard abs(off) > tolerance else {
      forget()
      return 0
    }
    if abs(off) >= limit {
      forget()
      return off
    }
    // Jitter goes to both sides; what goes to one side for long is no jitter.
    if (off < 0) != (deviation < 0) { forget() }
    deviation += off * count
    deviantSamples += count
    guard deviantSamples >= patience else { return 0 }
    defer { forget() }
    return deviation / max(1, deviantSamples)
  }

  private mutating func forget() {
    deviation = 0
    deviantSamples = 0
  }
}
