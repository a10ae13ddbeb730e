internal import Codecs
internal import Media
internal import Settings

/// One track on the writer's thread: from samples to packets with the times they are written with.
final class WriterTrack {
  let input: AssetWriterInput
  /// Unit that the container counts the track's times in.
  let timeBase: Rational
  private let source: any TrackSource
  private var timing: PacketTiming
  /// Of sound whose packets' lengths tell how long they last.
  private var sampleByteCount: Int64?
  private var end: TrackEnd
  /// The newest packet: if it is the last, its times are known only at the end.
  private var held: TrackPacket?
  private var packetCount = 0
  private var byteCount: Int64 = 0
  private var keyFrameCount = 0

  /// Got its first sample.
  private(set) var hasSamples = false
  private(set) var isFinished = false
  /// Where the track begins; known once it has samples.
  private(set) var start: MediaTime?
  /// Its number in the file; `nil` until the header is written, and for a track that is left out.
  var number: Int?

  var format: FormatDescription? { source.format }
  /// Either what the header needs is known, or there will be nothing.
  var isReady: Bool { hasSamples ? format != nil : isFinished }

  init(_ input: AssetWriterInput, isStopped: @escaping () -> Bool) {
    self.input = input
    let isVideo = input.mediaType == .video
    var frameSize: Int?
    let timeBase: Rational
    switch input.content {
    case .video(let settings, let unit):
      source = VideoTrackSource(
        settings, timeBase: unit, requestedEffort: { input.requestedEffort }, isStopped: isStopped)
      timeBase = unit
    case .audio(let settings):
      source = AudioTrackSource(settings, isStopped: isStopped)
      timeBase = source.timeBase
    case .packets(let format, let unit):
      source = PacketTrackSource(format, timeBase: unit)
      // Sound is counted in its own samples, whatever it comes from.
      timeBase = format.audio.map { Rational(1, max(1, $0.sampleRate)) } ?? unit
      frameSize = isVideo ? nil : format.frameSize
      sampleByteCount = format.sampleByteCount
    }
    self.timeBase = timeBase
    timing = PacketTiming(source: source.timeBase, track: timeBase, frameSize: frameSize, reorders: isVideo)
    let rate = input.nominalFrameRate.flatMap { $0 > Rational(0) ? $0 : nil }
    let interval = rate.map { MediaTime(value: Int64($0.denominator), timescale: Int32(clamping: $0.numerator)) }
    end = TrackEnd(usualDuration: interval?.ticks(of: timeBase) ?? Int64(frameSize ?? 0))
  }

  /// Takes the next sample, or the end; gives the packets that can be written.
  func packets(from sample: SampleBuffer?) throws(WritingError) -> [TrackPacket] {
    if let sample {
      hasSamples = true
      if start == nil { start = sample.presentationTime ?? sample.decodeTime ?? .zero }
    } else {
      isFinished = true
    }
    var ready: [TrackPacket] = []
    for packet in try source.packets(from: sample) {
      if let next = note(packet) { ready.append(next) }
    }
    if isFinished, var last = held {
      last.times = end.finish() ?? last.times
      held = nil
      ready.append(last)
    }
    return ready
  }

  /// Counts a packet; gives the one before it.
  private func note(_ packet: SampleBuffer) -> TrackPacket? {
    let stated = packet.statedTimes ?? StatedTimes(presentation: nil, decode: nil, duration: nil)
    let exact = sampleByteCount.map { Int64(packet.byteCount) / $0 }
    let times = end.note(timing.next(stated, lasting: exact))
    packetCount += 1
    byteCount += Int64(packet.byteCount)
    if packet.isKeyFrame { keyFrameCount += 1 }
    defer { held = TrackPacket(sample: packet, times: times, timeBase: timeBase) }
    return held
  }

  /// What the durations of all packets in the container's table add up to, in units of `1 / timescale` seconds.
  func tableDuration(inTimescale timescale: UInt32) -> UInt64 {
    let ticks = Int128(end.tableDuration) * Int128(timescale) * Int128(timeBase.numerator)
    return UInt64(clamping: ticks / Int128(max(1, timeBase.denominator)))
  }

  /// Where the presentation ends, if that is before the packets do by more than its unit's rounding.
  var earlyEnd: MediaTime? {
    guard let stated = input.presentationEnd, stated > .zero, let end = end.end else { return nil }
    let unit = MediaTime(value: 1, timescale: stated.timescale)
    return stated + unit < MediaTime(ticks: end, of: timeBase) ? stated : nil
  }

  /// What the track has become; `nil` for one that is not in the file.
  func report(index: Int) -> TrackReport? {
    guard let number, let format, let start = end.start, let finish = end.end else { return nil }
    // What comes before zero, such as an encoder's priming, is not presented.
    let shown = max(0, start)
    let shownEnd = earlyEnd ?? MediaTime(ticks: finish, of: timeBase)
    let duration = shownEnd - MediaTime(ticks: shown, of: timeBase)
    return TrackReport(
      input: index, number: number, format: format, packetCount: packetCount, byteCount: byteCount,
      keyFrameCount: keyFrameCount, startTime: MediaTime(ticks: shown, of: timeBase),
      duration: max(.zero, duration),
      correctedTimes: timing.corrections + source.corrections)
  }
}
