internal import Codecs
internal import Media

/// Pictures: decode, thin out, convert, and say how long each is shown.
final class PictureStage: Stage {
  private let decoding: DecodingStage
  private let converter: VideoConverter
  private let timeBase: Rational
  private let nominalDuration: Int64
  /// End of the track by the container's tables, in ticks; 0 where unknown.
  private let statedEnd: Int64
  private var limiter: FrameRateLimiter?
  private(set) var statistics = ReadingStatistics()

  private var lastTime: Int64?
  /// End of the last decoded picture, left out or not.
  private var lastEnd: Int64 = 0
  /// Converted, waiting for its successor's time.
  private var held: Frame?
  private var output: [SampleBuffer] = []

  init(track: AssetTrack, settings: PictureSettings, threads: Int) throws(ReadingError) {
    decoding = try DecodingStage(track: track, threads: threads, isStrict: settings.isStrict)
    timeBase = track.timeBase
    converter = VideoConverter(
      PictureConversion(
        outputSize: settings.size, bakedOrientation: settings.bakedOrientation, deinterlaces: settings.isInterlaced,
        assumedColor: settings.assumedColor), timeBase: track.timeBase)
    limiter = settings.maximumFrameRate.map { FrameRateLimiter(maximum: $0, timeBase: track.timeBase) }
    let rate = track.nominalFrameRate ?? Rational(30, 1)
    nominalDuration = max(
      1, Int64(rate.denominator * timeBase.denominator) / max(1, Int64(rate.numerator * timeBase.numerator)))
    statedEnd = track.edits.map { Self.ticks($0.end, track.timeBase) } ?? 0
  }

  func process(_ packet: SampleBuffer?) throws(ReadingError) -> [SampleBuffer] {
    try decoding.decode(packet, statistics: &statistics) { frame, statistics throws(CodecsError) in
      guard admit(frame, &statistics) else { return }
      try converter.push(frame)
      collect()
    }
    if packet == nil { try end() }
    defer { output.removeAll(keepingCapacity: true) }
    statistics.delivered += output.count
    return output
  }

  /// Decides on a picture by its time alone, before any work is done on it.
  private func admit(_ frame: Frame, _ statistics: inout ReadingStatistics) -> Bool {
    let time = frame.presentationTime ?? lastTime.map { $0 + nominalDuration } ?? 0
    let duration = frame.duration > 0 ? frame.duration : nominalDuration
    guard time + duration > 0 else { return false }
    guard lastTime.map({ time > $0 }) ?? true else {
      statistics.droppedOutOfOrder += 1
      return false
    }
    lastTime = time
    lastEnd = max(lastEnd, time + duration)
    frame.presentationTime = max(0, time)
    guard limiter?.keeps(time) ?? true else {
      statistics.droppedAboveRate += 1
      return false
    }
    return true
  }

  private func collect() {
    while let frame = converter.pull() {
      if let ready = held { emit(ready, until: frame.presentationTime) }
      held = frame
    }
  }

  private func end() throws(ReadingError) {
    do {
      try converter.push(nil)
    } catch {
      throw ReadingError(error)
    }
    collect()
    guard let last = held else { return }
    held = nil
    // A container's tables know how long the last picture is held; the packet alone may not.
    emit(last, until: max(lastEnd, statedEnd))
  }

  private func emit(_ frame: Frame, until end: Int64?) {
    let start = frame.presentationTime ?? 0
    let duration = end.map { max(1, $0 - start) } ?? nominalDuration
    output.append(frame.makeSample(mediaType: .video, timeBase: timeBase, duration: duration))
  }

  private static func ticks(_ time: MediaTime, _ timeBase: Rational) -> Int64 {
    time.converted(toTimescale: Int32(clamping: timeBase.denominator), rounding: .nearest).value
      / Int64(max(1, timeBase.numerator))
  }
}
