/// Shows on stderr how far a program is: one live line, or a line of JSON each time, at most ten times a second.
///
/// Owned by the one task that follows the work. A stream that can no longer be written to is left alone: progress is
/// never a reason to fail.
public struct ProgressLine {
  private let mode: ProgressMode
  private let label: String?
  private let columns: () -> Int
  private let now: () -> Duration
  private let write: (String) -> Void
  private let start: Duration
  private var lastShown: Duration?
  private var waiting: ProgressUpdate?
  private var isVisible = false

  /// Shown at most once in this time.
  public static let interval = Duration.milliseconds(100)

  /// - Parameters:
  ///   - mode: `auto` shows the line on a terminal only.
  ///   - label: What is worked on, already safe to show (`FileName.escaped`).
  public init(mode: ProgressMode, label: String? = nil, stream: StandardStream = .error) {
    let clock = ContinuousClock()
    let origin = clock.now
    self.init(
      mode: mode.resolved(isTerminal: stream.isTerminal), label: label, columns: { stream.columns ?? 80 },
      now: { origin.duration(to: clock.now) },
      // A closed stderr is no reason to stop the work.
      write: { try? stream.write($0) })
  }

  /// For tests: a clock and a stream that are given.
  init(
    mode: ProgressMode, label: String? = nil, columns: @escaping () -> Int, now: @escaping () -> Duration,
    write: @escaping (String) -> Void
  ) {
    self.mode = mode
    self.label = label
    self.columns = columns
    self.now = now
    self.write = write
    self.start = now()
  }

  /// Shows the update, or keeps it where the last one was shown less than `interval` ago; the end is shown at once.
  public mutating func show(_ update: ProgressUpdate) {
    let time = now()
    if let lastShown, time - lastShown < Self.interval, (update.fraction ?? 0) < 1 {
      waiting = update
      return
    }
    lastShown = time
    waiting = nil
    let report = ProgressReport(update, elapsed: time - start, label: label)
    switch mode {
    case .bar:
      write(Self.clear + report.text(columns: columns()))
      isVisible = true
    case .json: write(report.json + "\n")
    case .auto, .none: break
    }
  }

  /// Writes a line of its own, such as a warning, above the live line.
  public mutating func note(_ line: String) {
    erase()
    write(line + "\n")
    lastShown = nil
  }

  /// Removes the live line; as JSON the last update is shown even if its time had not come.
  public mutating func finish() {
    if mode == .json, let waiting {
      lastShown = nil
      show(waiting)
    }
    waiting = nil
    erase()
  }

  private mutating func erase() {
    if isVisible { write(Self.clear) }
    isVisible = false
  }

  /// To the line's beginning, then erase to its end (ECMA-48 EL).
  private static let clear = "\r\u{1B}[K"
}
