internal import Media

/// One track's way from packets to what its output delivers. Used on the reader's thread alone.
protocol Stage: AnyObject {
  var statistics: ReadingStatistics { get }

  /// There is more to come out before the next packet is taken: see `resume`.
  var hasMore: Bool { get }

  /// What comes out next of what was already taken.
  func resume() throws(ReadingError) -> [SampleBuffer]

  /// Takes the track's next packet; `nil` is the end.
  /// - Returns: What came out, in order.
  func process(_ packet: SampleBuffer?) throws(ReadingError) -> [SampleBuffer]
}

extension Stage {
  var hasMore: Bool { false }
  func resume() throws(ReadingError) -> [SampleBuffer] { [] }
}
