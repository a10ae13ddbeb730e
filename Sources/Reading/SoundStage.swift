internal import Codecs
internal import Media
internal import Platform

/// Sound: decode, place without gaps, convert.
final class SoundStage: Stage {
  private let decoding: DecodingStage
  private let converter: AudioConverter
  private let timeBase: Rational
  private let sampleRate: Int
  private var timeline: AudioTimeline?
  private var timelineRate = 0
  private(set) var statistics = ReadingStatistics()

  /// Decoded, not yet converted.
  private var pending = Deque<Frame>()
  /// Where the first of `pending` belongs, once decided.
  private var placed: AudioTimeline.Placement?
  private var silenceLeft = 0
  private var position = 0
  private var isEnding = false
  /// Stretches handed out by one call.
  private static let mostAtOnce = 32

  init(track: AssetTrack, settings: SoundSettings, options: ReaderOptions) throws(ReadingError) {
    decoding = try DecodingStage(
      track: track, threads: 1, maximumPixels: options.maximumPixels, isStrict: settings.isStrict)
    converter = AudioConverter(sampleRate: settings.sampleRate, channelCount: settings.channelCount)
    timeBase = track.timeBase
    sampleRate = settings.sampleRate
  }

  func process(_ packet: SampleBuffer?) throws(ReadingError) -> [SampleBuffer] {
    try decoding.decode(packet, statistics: &statistics) { frame, _ in pending.append(frame) }
    isEnding = packet == nil
    return try resume()
  }

  var hasMore: Bool { !pending.isEmpty || silenceLeft > 0 }

  /// Works off what was decoded, at most about a second of output at a time: a long gap is filled piece by piece, so
  /// that memory stays bounded.
  func resume() throws(ReadingError) -> [SampleBuffer] {
    var output: [SampleBuffer] = []
    do {
      while hasMore, output.count < Self.mostAtOnce {
        try advance()
        collect(into: &output)
      }
      if isEnding, !hasMore {
        isEnding = false
        try converter.push(nil)
        collect(into: &output)
      }
    } catch {
      throw ReadingError(error)
    }
    statistics.delivered += output.reduce(0) { $0 + $1.sampleCount }
    return output
  }

  /// One step: a piece of silence, or the first waiting stretch.
  private func advance() throws(CodecsError) {
    guard let frame = pending.first else { return }
    let rate = frame.sampleRate
    guard rate > 0, frame.sampleCount > 0 else {
      _ = pending.popFirst()
      return
    }
    if placed == nil { placed = place(frame, rate: rate) }
    if silenceLeft > 0 {
      let piece = try frame.silence(min(silenceLeft, rate))
      piece.presentationTime = Int64(position)
      position += piece.sampleCount
      silenceLeft -= piece.sampleCount
      try converter.push(piece)
      return
    }
    let skip = placed?.skip ?? 0
    _ = pending.popFirst()
    placed = nil
    guard skip < frame.sampleCount else { return }
    let kept = skip > 0 ? try frame.droppingFirstSamples(skip) : frame
    kept.presentationTime = Int64(position)
    try converter.push(kept)
  }

  private func place(_ frame: Frame, rate: Int) -> AudioTimeline.Placement {
    if timeline == nil || rate != timelineRate { timeline = makeTimeline(rate: rate) }
    let time = frame.presentationTime.map { samples($0, rate: rate) }
    let placement = timeline?.place(time: time, count: frame.sampleCount) ?? AudioTimeline.Placement()
    statistics.samplesTrimmed += placement.skip
    statistics.silenceFilled += placement.silence
    silenceLeft = placement.silence
    position = placement.position
    return placement
  }

  /// A rate that changes in mid-stream goes on where the line was.
  private func makeTimeline(rate: Int) -> AudioTimeline {
    let tick = (rate * timeBase.numerator - 1) / timeBase.denominator + 1
    defer { timelineRate = rate }
    guard let end = timeline?.end else { return AudioTimeline(sampleRate: rate, tick: tick) }
    let position = MediaTime(value: Int64(end), timescale: Int32(clamping: timelineRate))
      .converted(toTimescale: Int32(clamping: rate), rounding: .nearest)
    return AudioTimeline(sampleRate: rate, tick: tick, from: Int(position.value))
  }

  private func collect(into output: inout [SampleBuffer]) {
    while let frame = converter.pull() {
      output.append(frame.makeSample(mediaType: .audio, timeBase: Rational(1, sampleRate)))
    }
  }

  private func samples(_ time: Int64, rate: Int) -> Int {
    let base = MediaTime(
      value: time, timeBase: Int32(clamping: timeBase.numerator), denominator: Int32(clamping: timeBase.denominator))
    return Int(base.converted(toTimescale: Int32(clamping: rate), rounding: .nearest).value)
  }
}
