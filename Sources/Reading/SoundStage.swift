internal import Codecs
internal import Media

/// Sound: decode, place without gaps, convert.
final class SoundStage: Stage {
  private let decoding: DecodingStage
  private let converter: AudioConverter
  private let timeBase: Rational
  private let sampleRate: Int
  private var timeline: AudioTimeline?
  private var timelineRate = 0
  private(set) var statistics = ReadingStatistics()
  private var output: [SampleBuffer] = []

  init(track: AssetTrack, settings: SoundSettings) throws(ReadingError) {
    decoding = try DecodingStage(track: track, threads: 1, isStrict: settings.isStrict)
    converter = AudioConverter(sampleRate: settings.sampleRate, channelCount: settings.channelCount)
    timeBase = track.timeBase
    sampleRate = settings.sampleRate
  }

  func process(_ packet: SampleBuffer?) throws(ReadingError) -> [SampleBuffer] {
    try decoding.decode(packet, statistics: &statistics) { frame, statistics throws(CodecsError) in
      try place(frame, &statistics)
      collect()
    }
    if packet == nil {
      do {
        try converter.push(nil)
      } catch {
        throw ReadingError(error)
      }
      collect()
    }
    defer { output.removeAll(keepingCapacity: true) }
    statistics.delivered += output.reduce(0) { $0 + $1.sampleCount }
    return output
  }

  private func place(_ frame: Frame, _ statistics: inout ReadingStatistics) throws(CodecsError) {
    let rate = frame.sampleRate
    guard rate > 0, frame.sampleCount > 0 else { return }
    if timeline == nil || rate != timelineRate {
      // A rate that changes in mid-stream starts a new line at its own time.
      timelineRate = rate
      timeline = AudioTimeline(sampleRate: rate, tick: (rate * timeBase.numerator - 1) / timeBase.denominator + 1)
    }
    let time = frame.presentationTime.map { samples($0, rate: rate) }
    guard let placement = timeline?.place(time: time, count: frame.sampleCount) else { return }
    statistics.samplesTrimmed += placement.skip
    statistics.silenceFilled += placement.silence
    var position = placement.position
    try pushSilence(placement.silence, like: frame, at: &position)
    guard placement.skip < frame.sampleCount else { return }
    let kept = placement.skip > 0 ? try frame.droppingFirstSamples(placement.skip) : frame
    kept.presentationTime = Int64(position)
    try converter.push(kept)
  }

  /// A long gap is filled piece by piece: memory stays bounded.
  private func pushSilence(_ count: Int, like frame: Frame, at position: inout Int) throws(CodecsError) {
    var left = count
    while left > 0 {
      let piece = try frame.silence(min(left, frame.sampleRate))
      piece.presentationTime = Int64(position)
      position += piece.sampleCount
      left -= piece.sampleCount
      try converter.push(piece)
      collect()
    }
  }

  private func collect() {
    while let frame = converter.pull() {
      output.append(frame.makeSample(mediaType: .audio, timeBase: Rational(1, sampleRate)))
    }
  }

  private func samples(_ time: Int64, rate: Int) -> Int {
    let base = MediaTime(
      value: time, timeBase: Int32(clamping: timeBase.numerator), denominator: Int32(clamping: timeBase.denominator))
    return Int(base.converted(toTimescale: Int32(rate), rounding: .nearest).value)
  }
}
