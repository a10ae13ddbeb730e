public import Media

/// One sample as it left a device, and what happened just before it.
public struct CapturedSample: Sendable {
  /// Its presentation time is when it was captured, by CLOCK_MONOTONIC, in nanoseconds.
  ///
  /// Pictures are frames, or packets where the camera compresses; sound is frames in the device's own sample format.
  public let sample: SampleBuffer
  /// Pictures that the driver dropped before this one: a gap in its counting.
  public let lostBefore: Int
  /// Sound is missing before it (an overrun, a restart): how much, the capture times tell.
  public let isAfterGap: Bool
  /// The capture time is no device's stamp, but when it was read, less the delay that the system states.
  public let isTimeEstimated: Bool
  /// Counts the sources that an output has had: samples with another number come from another device, or from one that
  /// was set anew.
  public internal(set) var sourceNumber = 0

  public init(_ sample: SampleBuffer, lostBefore: Int = 0, isAfterGap: Bool = false, isTimeEstimated: Bool = false) {
    self.sample = sample
    self.lostBefore = lostBefore
    self.isAfterGap = isAfterGap
    self.isTimeEstimated = isTimeEstimated
  }

  /// The same, said to have something missing before it.
  var afterGap: CapturedSample {
    var result = CapturedSample(sample, lostBefore: lostBefore, isAfterGap: true, isTimeEstimated: isTimeEstimated)
    result.sourceNumber = sourceNumber
    return result
  }
}
