/// What the sound of a recording went through.
struct SoundStatistics: Equatable, Sendable {
  /// Written time less the device's time, both in nanoseconds, the latter with its jitter filtered out.
  struct Residual: Equatable, Sendable {
    var start: Int64
    /// The one that is furthest from zero.
    var maximum: Int64
    var end: Int64
  }

  /// Samples given for writing.
  var samplesWritten = 0
  /// Of them, those where no sound was.
  var silenceFilled = 0
  /// Places where sound was missing, or stamps jumped.
  var gaps = 0
  /// How much faster than stated the microphone ran by the pictures' clock, in parts per million; `nil` under 10 s.
  var rateDeviation: Double?
  /// `nil` before any sound was placed.
  var residual: Residual?
  /// Capture times were estimates at some time.
  var isTimeEstimated = false
  /// There was no sound but digital silence for two seconds until now; at some time.
  var isSilent = false
  var hasBeenSilent = false
}
