internal import Capture
internal import Codecs
internal import Media

/// The sound of a recording: what a microphone gives by its own clock becomes gapless samples by the pictures' clock.
///
/// Each stretch is placed by the line that `AudioClock` finds through its stamps. Between gaps the resampler follows that
/// line by rates that differ by a few parts in a million, so that nothing is heard of it; missing sound becomes silence
/// of exactly its length; pauses are cut out. Sample n of the output stands for the capture time `start` + n / rate, plus
/// the pauses before it. Used by one thread at a time.
final class SoundTimeline {
  private let sampleRate: Int
  private let channelCount: Int
  /// In nanoseconds, later where positive.
  private let delay: Int64
  /// The capture time that is zero, in nanoseconds.
  private var start: Int64?
  /// Until here sound may be given, in samples of the line.
  private var allowed = 0
  private var takes: [SoundTake] = []
  private var line: SoundLine
  private var cuts: SoundCuts
  private var isAfterCut = false
  private var hasInputEnded = false
  /// Nothing is left that would have to be put onto the line.
  private var isPlaced = false
  private var isFinished = false
  private var level: SoundLevel
  private var silence: SilenceDetector
  private var counters = SoundStatistics()

  /// Sound that came before the start is kept for so many seconds, and sound after the last picture for as many.
  private static let patience = 10, retention = 30
  /// Once pictures are so many seconds ahead of sound that does not come, silence is written. A busy machine may take
  /// long to bring what was captured; a microphone that gives nothing is noticed before, by its own source.
  private static let longestWait = 20

  /// - Parameters:
  ///   - outputRate: In hertz.
  ///   - outputChannels: 1 or 2.
  ///   - delay: Moves the sound later; earlier where negative.
  init(outputRate: Int, outputChannels: Int, delay: MediaTime = .zero) {
    sampleRate = outputRate
    channelCount = outputChannels
    self.delay = Self.nanoseconds(delay)
    line = SoundLine(sampleRate: outputRate, channelCount: outputChannels)
    cuts = SoundCuts(sampleRate: outputRate)
    level = SoundLevel(channelCount: outputChannels)
    silence = SilenceDetector(sampleRate: outputRate)
  }

  var statistics: SoundStatistics {
    var result = counters
    result.silenceFilled = line.silenceRead
    result.rateDeviation = takes.last?.clock.rateDeviation
    result.isSilent = silence.isSilent
    result.hasBeenSilent = silence.hasNoticed
    return result
  }

  /// The levels since they were last taken, one for each channel; empty where no sound came since.
  func takeLevels() -> [RecordingStatus.Level] { level.take() }

  /// Tells the capture time that becomes zero; once. Before, sound is kept (the last 10 seconds) and none is given.
  func start(at captureTime: MediaTime) {
    if start == nil { start = Self.nanoseconds(captureTime) }
  }

  /// Takes what was captured.
  /// - Throws: `CodecsError` where it is no sound, or cannot be resampled.
  func push(_ captured: CapturedSample) throws(CodecsError) {
    guard !isFinished, !hasInputEnded, let stamp = captured.sample.presentationTime, captured.sample.sampleCount > 0
    else { return }
    if captured.isTimeEstimated { counters.isTimeEstimated = true }
    if let next = try take(for: captured).push(captured.sample, stamp: Self.nanoseconds(stamp)) {
      takes.append(next)
      counters.gaps += 1
    }
    if start == nil {
      forgetOld()
    } else {
      try place()
    }
  }

  /// Lets sound up to this capture time be given: the end of the last kept picture. Moves forward only.
  func allow(until captureTime: MediaTime) {
    guard let start else { return }
    allowed = max(allowed, SoundCuts.samples(Self.nanoseconds(captureTime) - start, at: sampleRate))
  }

  /// Takes the capture times from `from` to before `to` out: a pause. To be told before sound beyond `from` is allowed.
  func cut(from: MediaTime, to: MediaTime) {
    guard let start else { return }
    let from = Self.nanoseconds(from)
    cuts.add(from: from - start, duration: Self.nanoseconds(to) - from)
  }

  /// The samples that are ready: planar float, times in output samples, gapless from 0.
  func pull() throws(CodecsError) -> [SampleBuffer] {
    guard start != nil, !isFinished else { return [] }
    if hasInputEnded { try placeRest() }
    let overdue = allowed - (hasInputEnded ? line.fade : Self.longestWait * sampleRate)
    if overdue > line.end { line.settle() }
    // The last samples before what is allowed are kept back: they are faded where a cut follows.
    return try give(until: max(min(allowed - line.fade, line.settledEnd), overdue))
  }

  /// Tells that nothing more will be pushed: what is missing up to the last picture is silence, at once.
  func endInput() throws(CodecsError) {
    hasInputEnded = true
    try placeRest()
  }

  /// Ends the sound exactly at a capture time, with silence where it does not reach as far.
  func finish(at captureTime: MediaTime) throws(CodecsError) -> [SampleBuffer] {
    guard let start, !isFinished else { return [] }
    allow(until: captureTime)
    try endInput()
    isFinished = true
    line.settle()
    return try give(until: SoundCuts.samples(Self.nanoseconds(captureTime) - start, at: sampleRate))
  }

  /// The take that a sample goes on with: a new one after a gap, and where the sound's shape changes.
  private func take(for captured: CapturedSample) throws(CodecsError) -> SoundTake {
    let take: SoundTake
    if let last = takes.last, last.fits(captured.sample) {
      guard captured.isAfterGap else { return last }
      take = try last.makeNext(for: captured.sample)
    } else {
      take = try SoundTake(for: captured.sample, sampleRate: sampleRate, channelCount: channelCount)
    }
    if !takes.isEmpty { counters.gaps += 1 }
    takes.append(take)
    return take
  }

  private func forgetOld() {
    while takes.reduce(0, { $0 + $1.waitingDuration }) > Double(Self.patience) {
      takes[0].forgetFirst()
      if takes[0].waitingDuration == 0 && takes.count > 1 { takes.removeFirst() }
    }
  }

  /// Puts what came onto the line.
  private func place(isLast: Bool = false) throws(CodecsError) {
    guard let start else { return }
    while let take = takes.first {
      let isEnded = isLast || takes.count > 1
      let end = max(line.end, line.read)
      counters.gaps += try take.run(origin: start - delay, lineEnd: end, isEnded: isEnded) { sound, position, off in
        silence.observe(peak: level.add(sound), count: sound.count)
        line.append(sound, at: position)
        note(residual: off)
      }
      guard takes.count > 1 else { break }
      takes.removeFirst()
    }
    line.keepLast(Self.retention * sampleRate, beyond: allowed)
  }

  /// Puts what is left onto the line, once the start is known.
  private func placeRest() throws(CodecsError) {
    guard start != nil, !isPlaced else { return }
    isPlaced = true
    try place(isLast: true)
  }

  private func note(residual: Int64) {
    guard var known = counters.residual else {
      counters.residual = SoundStatistics.Residual(start: residual, maximum: residual, end: residual)
      return
    }
    if abs(residual) > abs(known.maximum) { known.maximum = residual }
    known.end = residual
    counters.residual = known
  }

  private func give(until end: Int) throws(CodecsError) -> [SampleBuffer] {
    var samples: [SampleBuffer] = []
    while true {
      let cut = cuts.next
      let stop = min(end, cut?.position ?? end)
      while line.read < stop {
        var sound = line.take(min(stop - line.read, sampleRate / 2))
        if isAfterCut { sound.fadeIn(over: line.fade) }
        isAfterCut = false
        if let cut, line.read == cut.position { sound.fadeOut(over: line.fade) }
        samples.append(try sound.makeSample(sampleRate: sampleRate, position: Int64(counters.samplesWritten)))
        counters.samplesWritten += sound.count
      }
      guard let cut, cut.position <= line.read else { return samples }
      line.skip(cut.count)
      isAfterCut = true
      cuts.removeFirst()
    }
  }

  private static func nanoseconds(_ time: MediaTime) -> Int64 {
    time.converted(toTimescale: 1_000_000_000, rounding: .nearest).value
  }
}
