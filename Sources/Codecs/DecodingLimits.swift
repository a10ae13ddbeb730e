/// What a stranger's file may cost before it is refused.
package struct DecodingLimits: Sendable {
  /// Pixels of one picture; 8192x8192 by default (100 MB of 4:2:0), four times an 8K screen's.
  package var maximumPixels: Int
  /// Streams of one container.
  package var maximumStreams: Int

  package init(maximumPixels: Int = 8192 * 8192, maximumStreams: Int = 64) {
    self.maximumPixels = maximumPixels
    self.maximumStreams = maximumStreams
  }
}
