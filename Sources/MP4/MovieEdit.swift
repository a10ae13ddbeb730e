/// One entry of a track's edit list: a piece of the track's timeline and the media shown in it.
public struct MovieEdit: Hashable, Sendable {
  /// Length in the movie's timescale. 0 in a fragmented movie means: to the end.
  public let segmentDuration: UInt64
  /// Where in the media the piece begins, in the media's timescale; nil for an empty edit, which shows nothing.
  public let mediaTime: Int64?
  /// Playing speed as 16.16 fixed point: 0x1_0000 is 1, 0 a still.
  public let rate: Int32

  /// Makes an edit at normal speed, or at `rate`.
  public init(segmentDuration: UInt64, mediaTime: Int64?, rate: Int32 = 0x1_0000) {
    self.segmentDuration = segmentDuration
    self.mediaTime = mediaTime
    self.rate = rate
  }
}
