internal import Codecs
internal import Media

/// Sound without a gap, on its way from a microphone to the line: its clock, its resampler, and what waits for them.
final class SoundTake {
  private(set) var clock: AudioClock
  private let inputRate: Int
  private let sampleRate: Int
  private let channelCount: Int
  private var resampler: DriftResampler
  private var waiting: [(sample: SampleBuffer, number: Int64)] = []
  /// The number that the next sample gets: counted over all takes of a clock.
  private var nextNumber: Int64
  /// The first sample that the resampler took.
  private var firstNumber: Int64?
  /// Where the resampler's next sample goes.
  private var position = 0
  private var lastResidual: Int64 = 0

  /// Before its place is fixed, so many seconds of sound are awaited: one stamp alone may be far off.
  private static let settling = 0.35
  /// So many seconds of sound before what is needed go through the resampler, for its filter.
  private static let lead = 0.05
  /// Deviations from the line are made up for in about a second, by no more than can be heard.
  private static let steepestCorrection = 1e-3
  /// What is further off, in seconds, is no drift: the sound is placed anew.
  private static let largestDeviation = 0.04

  /// - Parameter clock: What is known of the microphone's clock, with the next sample's number; `nil` for a new one.
  init(
    for sample: SampleBuffer, sampleRate: Int, channelCount: Int, clock: (AudioClock, nextNumber: Int64)? = nil
  ) throws(CodecsError) {
    resampler = try DriftResampler(for: sample, sampleRate: sampleRate, channelCount: channelCount)
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    inputRate = resampler.inputRate
    self.clock = clock?.0 ?? AudioClock(sampleRate: inputRate)
    nextNumber = clock?.nextNumber ?? 0
  }

  /// Whether a sample has the shape that this take began with.
  func fits(_ sample: SampleBuffer) -> Bool { resampler.fits(sample) }

  /// What waits for the start, or for the clock to settle, in seconds.
  var waitingDuration: Double {
    waiting.first.map { Double(nextNumber - $0.number) / Double(inputRate) } ?? 0
  }

  /// Forgets the oldest sample that waits.
  func forgetFirst() { if !waiting.isEmpty { waiting.removeFirst() } }

  /// The take after a gap: with the same microphone's clock, which has to find its line anew.
  func makeNext(for sample: SampleBuffer) throws(CodecsError) -> SoundTake {
    var next = clock
    next.restart()
    return try SoundTake(
      for: sample, sampleRate: sampleRate, channelCount: channelCount, clock: (next, nextNumber: nextNumber))
  }

  /// Takes a sample with its stamp in nanoseconds.
  /// - Returns: The take that it belongs to, where its stamp showed that this one has ended.
  func push(_ sample: SampleBuffer, stamp: Int64) throws(CodecsError) -> SoundTake? {
    var observed = clock
    let observation = observed.observe(sample: nextNumber, stamp: stamp)
    guard case .jumped = observation else {
      clock = observed
      append(sample)
      return nil
    }
    let next = try SoundTake(
      for: sample, sampleRate: sampleRate, channelCount: channelCount, clock: (observed, nextNumber: nextNumber))
    next.append(sample)
    return next
  }

  /// Resamples what waits, as far as its place is known.
  /// - Parameters:
  ///   - origin: The capture time of the line's zero, in nanoseconds.
  ///   - lineEnd: Nothing before it, in samples, is wanted any more.
  ///   - isEnded: Nothing will follow.
  ///   - body: Gets sound with its position, and by how many nanoseconds that is later than the clock says.
  /// - Returns: How often the sound had to be placed anew, because its stamps turned out to be far from where it was.
  func run(
    origin: Int64, lineEnd: Int, isEnded: Bool, _ body: (PlanarSound, _ position: Int, _ residual: Int64) -> Void
  ) throws(CodecsError) -> Int {
    if firstNumber == nil {
      guard isEnded || clock.isWarm || waitingDuration >= Self.settling else { return 0 }
      begin(origin: origin, lineEnd: lineEnd)
    }
    guard var first = firstNumber else { return 0 }
    var corrections = 0
    for next in waiting {
      var off = place(of: Double(first) + resampler.position, origin: origin) - Double(position)
      if abs(off) > Self.largestDeviation * Double(sampleRate) {
        deliver(try resampler.drain(), residual: nil, to: body)
        resampler = try DriftResampler(for: next.sample, sampleRate: sampleRate, channelCount: channelCount)
        (first, firstNumber) = (next.number, next.number)
        position = Int(place(of: Double(first), origin: origin).rounded())
        off = 0
        corrections += 1
      }
      let limit = Self.steepestCorrection
      try resampler.setStretch(clock.sampleDuration * (1 + min(max(off / Double(sampleRate), -limit), limit)))
      deliver(try resampler.convert(next.sample), residual: off, to: body)
    }
    waiting = []
    if isEnded { deliver(try resampler.drain(), residual: nil, to: body) }
    return corrections
  }

  /// Fixes where the first sample goes; leaves out what is before all that is wanted.
  private func begin(origin: Int64, lineEnd: Int) {
    let wanted = Double(lineEnd) - Double(sampleRate) * Self.lead
    let first = waiting.firstIndex {
      place(of: Double($0.number + Int64($0.sample.sampleCount)), origin: origin) > wanted
    }
    waiting.removeFirst(first ?? waiting.count)
    guard let number = waiting.first?.number else { return }
    firstNumber = number
    position = Int(place(of: Double(number), origin: origin).rounded())
  }

  /// Where a captured sample belongs on the line, in the line's samples.
  private func place(of number: Double, origin: Int64) -> Double {
    ((clock.time(ofSample: number) ?? 0) - Double(origin)) * 1e-9 * Double(sampleRate)
  }

  private func deliver(
    _ sound: PlanarSound, residual: Double?, to body: (PlanarSound, Int, Int64) -> Void
  ) {
    guard !sound.isEmpty else { return }
    if let residual { lastResidual = Int64((-residual / Double(sampleRate) * 1e9).rounded()) }
    body(sound, position, lastResidual)
    position += sound.count
  }

  private func append(_ sample: SampleBuffer) {
    waiting.append((sample, nextNumber))
    nextNumber += Int64(sample.sampleCount)
  }
}
