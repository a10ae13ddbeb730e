internal import Recording

/// A channel's loudness as a meter shows it: what is there now, and the highest peak, which stands a while, then falls.
struct LevelMeter: Sendable {
  /// Root mean square now, in dBFS.
  private(set) var level = silence
  /// The peak that is held, in dBFS.
  private(set) var heldPeak = silence
  private var peakTime = Duration.zero

  /// The meter's left end, in dBFS.
  static let floor = -60.0
  /// From here on the sound is as good as clipped, in dBFS.
  static let ceiling = -0.1
  private static let silence = -100.0
  /// For so long a peak stands, and then falls at so many decibels a second (as IEC 60268-18's meters do).
  private static let holdTime = Duration.milliseconds(1500)
  private static let fall = 20.0

  init() {}

  var isClipping: Bool { heldPeak >= Self.ceiling }

  /// Takes what was measured since the last time.
  /// - Parameter time: By a clock that only goes forward.
  mutating func update(_ new: RecordingStatus.Level, at time: Duration) {
    level = new.rootMeanSquare
    let elapsed = time - peakTime - Self.holdTime
    let standing = elapsed > .zero ? heldPeak - Self.fall * (elapsed / .seconds(1)) : heldPeak
    if new.peak >= standing {
      heldPeak = new.peak
      peakTime = time
    } else if elapsed > .zero {
      heldPeak = max(standing, Self.silence)
      // The fall goes on from here.
      peakTime = time - Self.holdTime
    }
  }

  /// `[=======   |  ]`: as many columns as `width`, 4 at least.
  func bar(width: Int) -> String {
    let inside = max(2, width - 2)
    let filled = Self.position(level, in: inside)
    let peak = Self.position(heldPeak, in: inside)
    var cells = [Character](repeating: "=", count: filled) + [Character](repeating: " ", count: inside - filled)
    if peak > 0 { cells[peak - 1] = "|" }
    return "[" + String(cells) + "]"
  }

  /// How many of so many columns a level fills.
  private static func position(_ level: Double, in columns: Int) -> Int {
    let fraction = (level - floor) / -floor
    guard fraction.isFinite else { return 0 }
    return Int((min(max(fraction, 0), 1) * Double(columns)).rounded())
  }
}
