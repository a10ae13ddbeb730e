internal import Codecs
public import Media

/// What reading all of a track's packets, without decoding any, tells about it.
public struct TrackSurvey: Sendable, Hashable {
  public let packetCount: Int
  public let byteCount: Int
  /// The first packet decodes by itself.
  public let startsWithKeyFrame: Bool
  /// Its codec's parameter sets stay what the container declares (H.264 and containers that announce changes).
  public let hasConstantParameterSets: Bool
  /// Packets that are decoded but not shown.
  public let hiddenPackets: Int
  /// Of these, those before the first one shown: the presentation starts between key frames.
  public let hiddenAtStart: Int
  /// Earliest presentation time and end of the latest, from the presentation's start.
  public let start: MediaTime?
  public let end: MediaTime?
  /// One over the median interval between presentation times.
  public let nominalFrameRate: Rational?
  /// Packets that do not say when they are shown; a decode time says it too where the codec never reorders.
  public let packetsWithoutTime: Int
  /// No two packets are shown at the same time (hidden ones aside).
  public let hasDistinctTimes: Bool
  /// Decode times never go back.
  public let hasOrderedDecodeTimes: Bool
  /// Places that could not be read.
  public let damagedReads: Int

  /// Average over the track's own length.
  public var bitRate: BitRate? {
    guard let start, let end, end > start else { return nil }
    let seconds = (end - start).seconds
    guard seconds > 0 else { return nil }
    return BitRate(bitsPerSecond: Int((Double(byteCount) * 8 / seconds).rounded()))
  }
}

extension TrackSurvey {
  /// Reads the stream's packets from where the demuxer stands, `limit` of them at most.
  init(of demuxer: Demuxer, stream: StreamDescription, limit: Int? = nil) throws(CodecsError) {
    demuxer.keepOnly([stream.index])
    var parameterSets = stream.format.codec == .h264 ? H264ParameterSets(format: stream.format) : nil
    var count = 0
    var bytes = 0
    var startsWithKeyFrame = false
    var isConstant = true
    var hidden = 0
    var hiddenTimes: [Int64] = []
    var firstShown = Int64.max
    var times: [Int64] = []
    var end: MediaTime?
    let mayReorder = stream.format.codec.mayReorder
    var untimed = 0
    var shownTimes: [Int64] = []
    var isOrdered = true
    var lastDecode = Int64.min
    while limit.map({ count < $0 }) ?? true, let (index, packet) = try demuxer.readPacket() {
      guard index == stream.index else { continue }
      if count == 0 { startsWithKeyFrame = packet.isKeyFrame }
      count += 1
      bytes += packet.byteCount
      if packet.isHidden { hidden += 1 }
      if parameterSets?.agrees(packet) == false { isConstant = false }
      let stated = packet.statedTimes
      if let decode = stated?.decode {
        if decode < lastDecode { isOrdered = false }
        lastDecode = decode
      }
      let shown = stated?.presentation ?? (mayReorder ? nil : stated?.decode)
      if shown == nil { untimed += 1 }
      if let shown, !packet.isHidden { shownTimes.append(shown) }
      guard let time = packet.presentationTime ?? packet.decodeTime else { continue }
      times.append(packet.ticks)
      if packet.isHidden { hiddenTimes.append(packet.ticks) } else { firstShown = min(firstShown, packet.ticks) }
      end = [end, packet.duration.map { time + $0 } ?? time].compactMap { $0 }.max()
    }
    times.sort()
    shownTimes.sort()
    packetsWithoutTime = untimed
    hasDistinctTimes = zip(shownTimes.dropFirst(), shownTimes).allSatisfy { $0 != $1 }
    hasOrderedDecodeTimes = isOrdered
    packetCount = count
    byteCount = bytes
    self.startsWithKeyFrame = startsWithKeyFrame
    hasConstantParameterSets = isConstant
    hiddenPackets = hidden
    hiddenAtStart = hiddenTimes.count { $0 < firstShown }
    start = times.first.map {
      MediaTime(
        value: $0, timeBase: Int32(clamping: stream.timeBase.numerator),
        denominator: Int32(clamping: stream.timeBase.denominator))
    }
    self.end = end
    nominalFrameRate = Self.rate(ofSorted: times, timeBase: stream.timeBase)
    damagedReads = demuxer.damagedReads
  }

  /// One over the median interval; `nil` for fewer than two distinct times.
  static func rate(ofSorted times: [Int64], timeBase: Rational) -> Rational? {
    let intervals = zip(times.dropFirst(), times).map { $0 &- $1 }.filter { $0 > 0 }.sorted()
    guard !intervals.isEmpty else { return nil }
    let median = intervals[intervals.count / 2]
    let (ticks, overflow) = Int(median).multipliedReportingOverflow(by: timeBase.numerator)
    return overflow ? nil : Rational(validating: timeBase.denominator, over: ticks)
  }
}
