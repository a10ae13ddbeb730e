/// Notices digital silence: a microphone that is muted, or none at all. Real rooms are never exactly silent.
struct SilenceDetector {
  /// Samples without any sound after which it is noticed.
  let patience: Int
  private var silent = 0
  /// It was silent for that long at some time.
  private(set) var hasNoticed = false

  /// - Parameter sampleRate: Silence is noticed after two seconds.
  init(sampleRate: Int) { patience = 2 * sampleRate }

  /// It has been silent for that long until now.
  var isSilent: Bool { silent >= patience }

  mutating func observe(peak: Float, count: Int) {
    silent = peak == 0 ? min(silent + count, patience) : 0
    if isSilent { hasNoticed = true }
  }
}
