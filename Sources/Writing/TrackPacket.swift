internal import Codecs
internal import Media

/// One packet with the times that it is written with.
struct TrackPacket {
  let sample: SampleBuffer
  var times: PacketTimes
  let timeBase: Rational

  var decodeTime: MediaTime {
    MediaTime(
      value: times.decode, timeBase: Int32(clamping: timeBase.numerator),
      denominator: Int32(clamping: timeBase.denominator))
  }
}
