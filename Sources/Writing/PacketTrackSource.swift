internal import Codecs
internal import Media

/// Hands packets through as they are.
final class PacketTrackSource: TrackSource {
  let timeBase: Rational
  let corrections = 0
  private(set) var format: FormatDescription?

  private let copied: FormatDescription

  init(_ format: FormatDescription, timeBase: Rational) {
    copied = format
    self.timeBase = timeBase
  }

  func packets(from sample: SampleBuffer?) throws(WritingError) -> [SampleBuffer] {
    guard let sample else { return [] }
    guard sample.isPacket, sample.mediaType == copied.mediaType else {
      throw WritingError(code: .unsuitableSample, message: "cannot copy the track: it was given no packet of its kind")
    }
    format = copied
    return [sample]
  }
}
