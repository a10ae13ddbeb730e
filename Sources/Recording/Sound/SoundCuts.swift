/// Where pauses leave a line of samples, in whole samples: over all of them together never half a sample off.
struct SoundCuts {
  /// Samples that go: `count` from `position` on.
  struct Cut: Equatable {
    var position: Int
    var count: Int
  }

  private let sampleRate: Int
  private var pending: [Cut] = []
  /// Exactly, in nanoseconds.
  private var removedTime: Int64 = 0
  private var removedSamples = 0

  init(sampleRate: Int) { self.sampleRate = sampleRate }

  /// The next cut to be made.
  var next: Cut? { pending.first }

  /// Adds a cut behind all others.
  /// - Parameters:
  ///   - from: Where it begins, in nanoseconds from the line's zero.
  ///   - duration: In nanoseconds; what makes no whole sample is carried to the next cut.
  mutating func add(from: Int64, duration: Int64) {
    removedTime += max(0, duration)
    let total = Self.samples(removedTime, at: sampleRate)
    var position = Self.samples(from, at: sampleRate)
    if let last = pending.last { position = max(position, last.position + last.count) }
    pending.append(Cut(position: position, count: total - removedSamples))
    removedSamples = total
  }

  mutating func removeFirst() { pending.removeFirst() }

  /// The nearest whole number of samples.
  static func samples(_ nanoseconds: Int64, at sampleRate: Int) -> Int {
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let part = Int(rest) * sampleRate
    return Int(seconds) * sampleRate + (part + (part < 0 ? -500_000_000 : 500_000_000)) / 1_000_000_000
  }
}
