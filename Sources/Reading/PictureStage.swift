internal import Codecs
internal import Media

/// Pictures: decode, thin out, convert, and say how long each is shown.
final class PictureStage: Stage {
  private let decoding: DecodingStage
  private let converter: VideoConverter
  private let timeBase: Rational
  private let nominalDuration: Int64
  private let statedEnd: MediaTime?
  private var limiter: FrameRateLimiter?
  private(set) var statistics = ReadingStatistics()

  /// Decoded, until the next one's time is known: of pictures with the same time the last one is shown.
  private var newest: Frame?
  private var lastTime: Int64?
  /// End of the last decoded picture, left out or not.
  private var lastEnd: Int64 = 0
  /// Converted, waiting for its successor's time.
  private var held: Frame?
  private var output: [SampleBuffer] = []
  /// Times that no file of this world needs; sums with them could overflow.
  private static let believable: Range<Int64> = -1 << 60..<1 << 60

  init(track: AssetTrack, settings: PictureSettings, options: ReaderOptions) throws(ReadingError) {
    decoding = try DecodingStage(
      track: track, threads: options.decodingThreads, maximumPixels: options.maximumPixels, isStrict: settings.isStrict)
    timeBase = track.timeBase
    converter = VideoConverter(
      PictureConversion(
        outputSize: settings.size, bakedOrientation: settings.bakedOrientation, deinterlaces: settings.isInterlaced,
        assumedColor: settings.assumedColor), timeBase: track.timeBase)
    limiter = settings.maximumFrameRate.map { FrameRateLimiter(maximum: $0, timeBase: track.timeBase) }
    let rate = track.nominalFrameRate ?? Rational(30, 1)
    nominalDuration = max(
      1, Int64(rate.denominator * timeBase.denominator) / max(1, Int64(rate.numerator * timeBase.numerator)))
    statedEnd = track.statedEnd
  }

  func process(_ packet: SampleBuffer?) throws(ReadingError) -> [SampleBuffer] {
    try decoding.decode(packet, statistics: &statistics) { frame, statistics throws(CodecsError) in
      guard let settled = settle(frame, &statistics) else { return }
      try convert(settled, &statistics)
    }
    if packet == nil { try end() }
    defer { output.removeAll(keepingCapacity: true) }
    statistics.delivered += output.count
    return output
  }

  /// Gives a picture its time; hands out the one before it, which is now known to be shown.
  private func settle(_ frame: Frame, _ statistics: inout ReadingStatistics) -> Frame? {
    let stated = frame.presentationTime.flatMap { Self.believable.contains($0) ? $0 : nil }
    let time = stated ?? lastTime.map { $0 + nominalDuration } ?? 0
    let duration = (1..<1 << 60).contains(frame.duration) ? frame.duration : nominalDuration
    guard time + duration > 0 else { return nil }
    frame.presentationTime = time
    if let last = lastTime, time <= last {
      statistics.droppedOutOfOrder += 1
      if time == last {
        newest = frame
        lastEnd = max(lastEnd, time + duration)
      }
      return nil
    }
    lastTime = time
    lastEnd = max(lastEnd, time + duration)
    defer { newest = frame }
    return newest
  }

  /// Leaves the picture out by its time alone, before any work is done on it, or has it converted.
  private func convert(_ frame: Frame, _ statistics: inout ReadingStatistics) throws(CodecsError) {
    let time = frame.presentationTime ?? 0
    frame.presentationTime = max(0, time)
    guard limiter?.keeps(time) ?? true else {
      statistics.droppedAboveRate += 1
      return
    }
    try converter.push(frame)
    collect()
  }

  private func collect() {
    while let frame = converter.pull() {
      if let ready = held { emit(ready, until: frame.presentationTime) }
      held = frame
    }
  }

  private func end() throws(ReadingError) {
    do {
      if let last = newest {
        newest = nil
        try convert(last, &statistics)
      }
      try converter.push(nil)
    } catch {
      throw ReadingError(error)
    }
    collect()
    guard let last = held else {
      throw ReadingError(
        code: .damaged,
        message: statistics.packets == 0 ? "there is no picture in it" : "not one picture could be decoded")
    }
    held = nil
    emit(last, until: endOfLast(startingAt: last.presentationTime ?? 0))
  }

  /// A container's tables know how long the last picture is held; its packet alone may not. They state it in a coarser
  /// unit, so what differs by less than that is rounding.
  private func endOfLast(startingAt start: Int64) -> Int64 {
    guard let statedEnd else { return lastEnd }
    let end = statedEnd.ticks(in: timeBase)
    guard end > start else { return lastEnd }
    let unit = MediaTime(value: 1, timescale: statedEnd.timescale).ticks(in: timeBase)
    return abs(end - lastEnd) <= unit ? lastEnd : end
  }

  private func emit(_ frame: Frame, until end: Int64?) {
    let start = frame.presentationTime ?? 0
    let duration = end.map { max(1, $0 - start) } ?? nominalDuration
    output.append(frame.makeSample(mediaType: .video, timeBase: timeBase, duration: duration))
  }
}

extension MediaTime {
  /// This time in whole units of a time base, rounded to the nearest; cut off where sums with it could overflow.
  fileprivate func ticks(in timeBase: Rational) -> Int64 {
    // value/timescale seconds = value x denominator / (timescale x numerator) ticks.
    let unit = Int128(timescale) * Int128(max(1, timeBase.numerator))
    let scaled = Int128(value) * Int128(timeBase.denominator)
    let rounded = (scaled + (scaled < 0 ? -unit : unit) / 2) / unit
    return Int64(clamping: min(max(rounded, -1 << 60), 1 << 60))
  }
}
