internal import Codecs
internal import Media

/// What makes an input's packets out of its samples. Used on the writer's thread alone.
protocol TrackSource: AnyObject {
  /// Known once the first sample came.
  var format: FormatDescription? { get }
  /// Unit of the packets' times as they come out.
  var timeBase: Rational { get }
  /// Samples whose times had to be moved before they were encoded.
  var corrections: Int { get }

  /// Takes the next sample, or the end; gives the packets that are ready, in decode order.
  func packets(from sample: SampleBuffer?) throws(WritingError) -> [SampleBuffer]
}
