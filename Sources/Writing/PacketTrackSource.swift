internal import Codecs
internal import Media

/// Hands packets through as they are, without hidden ones after the last that is shown.
final class PacketTrackSource: TrackSource {
  let timeBase: Rational
  let corrections = 0
  private(set) var format: FormatDescription?

  private let copied: FormatDescription
  /// Hidden packets since the last one shown: a later one may need them.
  private var hidden: [SampleBuffer] = []
  private var hasShown = false

  init(_ format: FormatDescription, timeBase: Rational) {
    copied = format
    self.timeBase = timeBase
  }

  func packets(from sample: SampleBuffer?) throws(WritingError) -> [SampleBuffer] {
    guard let sample else { return [] }
    guard sample.isPacket, sample.mediaType == copied.mediaType else {
      throw WritingError(code: .unsuitableSample, message: "cannot copy the track: it was given no packet of its kind")
    }
    guard !copied.codec.mayReorder || sample.presentationTime != nil else {
      throw WritingError(
        code: .unsuitableSample,
        message: "cannot copy the track: a packet does not say when it is shown, and '\(copied.codec)' may reorder")
    }
    format = copied
    if sample.isHidden, hasShown {
      hidden.append(sample)
      return []
    }
    hasShown = hasShown || !sample.isHidden
    defer { hidden = [] }
    return hidden + [sample]
  }
}
