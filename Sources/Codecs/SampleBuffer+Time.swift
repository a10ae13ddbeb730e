internal import CFFmpeg
package import Media

extension SampleBuffer {
  /// The same picture or sound with other times; shares the memory.
  /// - Parameters:
  ///   - time: In nanoseconds.
  ///   - duration: In nanoseconds; 0 where unknown.
  /// - Throws: `CodecsError` (`.refused` for a packet).
  package func retimed(_ time: Int64, duration: Int64) throws(CodecsError) -> SampleBuffer {
    let frame = try withFrame { (frame) throws(CodecsError) in try Frame(referencing: frame) }
    guard let frame else { throw CodecsError(code: .refused, message: "a packet has its times for good") }
    frame.presentationTime = time
    frame.duration = duration
    return frame.makeSample(mediaType: mediaType, timeBase: Rational(1, 1_000_000_000))
  }
}
