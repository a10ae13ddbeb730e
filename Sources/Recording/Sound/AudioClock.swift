internal import Glibc

/// Tells when each sample of a microphone was captured, from stamps that jitter.
///
/// A sound card's crystal runs a little fast or slow, and steadily; the stamps of what was read come early or late by
/// chance, and late by much where a thread was held up. A Kalman filter over two states, the time of the latest sample and
/// the rate's deviation, finds the line through them: at once roughly, after some seconds closely. Single stamps far off
/// are not believed; many in a row that agree with each other are a jump, after which the line is laid anew.
/// Times are seconds in the inside, with a reference of their own, and nanoseconds outside. Pure.
struct AudioClock {
  /// What became of a stamp.
  enum Observation: Equatable {
    case used
    /// Too far from the line to be believed, so far.
    case outlier
    /// The line now lies elsewhere: by so many nanoseconds, later where positive.
    case jumped(by: Int64)
  }

  /// In hertz, as the device states it.
  let sampleRate: Double
  /// Stamps since the line began.
  private(set) var observations = 0
  /// Seconds of sound since anything was first observed, over all lines.
  private(set) var observedDuration = 0.0

  /// How far a stamp may be from the line, in seconds: jitter stays below, what is held up goes beyond.
  private static let outlierLimit = 0.05
  /// A jump is believed after so many seconds of sound: a thread is held up for less.
  private static let jumpPatience = 1.5
  /// The line's first position is the median of so many stamps.
  private static let warmUp = 32
  /// Crystals differ by up to some 100 parts in a million; the state of knowledge at the start.
  private static let initialDriftDeviation = 150e-6
  /// How fast a crystal wanders: variance of the drift for each second, squared parts.
  private static let driftWander = 9e-12
  /// Stamps are never better than this, in seconds.
  private static let smallestJitter = 50e-6

  /// Nanoseconds that times inside count from, and the sample they belong to.
  private var reference: (time: Int64, sample: Int64)?
  /// Where the state stands, in samples from the reference.
  private var sample = 0.0
  /// Seconds from the reference at which that sample was captured.
  private var time = 0.0
  /// How much longer than stated a sample lasts, as a part of it.
  private var drift = 0.0
  private var covariance = (time: 1e-6, both: 0.0, drift: initialDriftDeviation * initialDriftDeviation)
  /// Typical distance of a stamp from the line, in seconds.
  private var jitter = 1e-3
  /// While warming up: by how much each stamp is off the line that the first one and the drift make.
  private var early: [Double] = []
  /// By how much the line stands off that one now.
  private var moved = 0.0
  /// Stamps in a row that were not believed: the sample and by how much.
  private var outliers: [(sample: Double, offset: Double)] = []

  init(sampleRate: Int) { self.sampleRate = Double(sampleRate) }

  /// No stamp was taken yet.
  var isEmpty: Bool { reference == nil }
  /// The line's position is no longer that of its first few stamps alone.
  var isWarm: Bool { observations >= Self.warmUp }

  /// How long a sample lasts, as a multiple of what the device states.
  var sampleDuration: Double { 1 + drift }

  /// How much faster than stated the device counts by the stamps' clock, in parts per million; `nil` in the first seconds.
  var rateDeviation: Double? { observedDuration < 10 ? nil : (1 / (1 + drift) - 1) * 1e6 }

  /// When a sample was captured, in nanoseconds; its number may have a fraction. `nil` before the first stamp.
  func time(ofSample number: Double) -> Double? {
    guard let reference else { return nil }
    let distance = number - Double(reference.sample) - sample
    return Double(reference.time) + (time + distance / sampleRate * (1 + drift)) * 1e9
  }

  /// Begins a new line, where sound is missing: how much, the next stamps tell. What is known of the rate is kept.
  mutating func restart() {
    reference = nil
    observations = 0
    early = []
    outliers = []
    (covariance.both, covariance.drift) = (0, max(covariance.drift, 1e-10))
  }

  /// Takes one stamp.
  /// - Parameters:
  ///   - number: Of the stamped sample, counted over all that came.
  ///   - stamp: Its capture time in nanoseconds.
  mutating func observe(sample number: Int64, stamp: Int64) -> Observation {
    guard let reference else {
      self.reference = (stamp, number)
      (sample, time, early, moved, observations) = (0, 0, [0], 0, 1)
      return .used
    }
    let next = Double(number - reference.sample)
    let elapsed = max(0, next - sample) / sampleRate
    observedDuration += elapsed
    sample = next
    time += elapsed * (1 + drift)
    observations += 1
    let offset = Double(stamp &- reference.time) * 1e-9 - time
    if observations <= Self.warmUp {
      warmUp(offset)
      return .used
    }
    grow(over: elapsed)
    if abs(offset) > max(Self.outlierLimit, 8 * jitter) { return disbelieve(offset) }
    outliers = []
    correct(by: offset)
    return .used
  }

  /// The first position is a median: one stamp that came late says nothing.
  private mutating func warmUp(_ offset: Double) {
    early.append(offset + moved)
    let sorted = early.sorted()
    let median = sorted[sorted.count / 2]
    time += median - moved
    moved = median
    let deviations = sorted.map { abs($0 - median) }.sorted()
    if observations == Self.warmUp {
      jitter = min(max(1.48 * deviations[deviations.count / 2], Self.smallestJitter), Self.outlierLimit / 3)
      covariance.time = 1.6 * jitter * jitter / Double(early.count)
      (early, moved) = ([], 0)
    }
  }

  /// Uncertainty grows with time: the Kalman filter's prediction.
  private mutating func grow(over elapsed: Double) {
    let wander = Self.driftWander * elapsed
    covariance.time += elapsed * (2 * covariance.both + elapsed * covariance.drift) + wander * elapsed * elapsed / 3
    covariance.both += elapsed * covariance.drift + wander * elapsed / 2
    covariance.drift += wander
  }

  /// The Kalman filter's correction, with offsets beyond what jitter explains cut off.
  private mutating func correct(by offset: Double) {
    let limited = min(max(offset, -4 * jitter), 4 * jitter)
    let sum = covariance.time + jitter * jitter
    let (timeGain, driftGain) = (covariance.time / sum, covariance.both / sum)
    time += timeGain * limited
    drift = min(max(drift + driftGain * limited, -2e-3), 2e-3)
    covariance = (
      covariance.time * (1 - timeGain), covariance.both * (1 - timeGain),
      covariance.drift - driftGain * covariance.both
    )
    // The mean absolute deviation of normal jitter is 0.8 of the standard deviation.
    let spread = 1.25 * min(abs(offset), 6 * jitter)
    jitter = max(jitter + (spread - jitter) * 0.01, Self.smallestJitter)
  }

  private mutating func disbelieve(_ offset: Double) -> Observation {
    outliers.append((sample, offset))
    guard let first = outliers.first, sample - first.sample >= Self.jumpPatience * sampleRate else { return .outlier }
    // What was held up comes ever closer to the line; a jump stays where it is.
    let recent = outliers.suffix(max(outliers.count / 2, 3)).map(\.offset).sorted()
    guard let low = recent.first, let high = recent.last, high - low < Self.outlierLimit else {
      outliers.removeFirst(outliers.count / 2)
      return .outlier
    }
    let jump = recent[recent.count / 2]
    time += jump
    outliers = []
    covariance.time = max(covariance.time, jitter * jitter / Double(recent.count))
    return .jumped(by: Int64((jump * 1e9).rounded()))
  }
}
