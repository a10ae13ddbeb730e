internal import CommandLineTools
internal import Recording

/// Shows how a recording goes, on stderr: live lines, or a line of JSON each time, at most ten times a second.
///
/// Owned by the one task that follows the recording.
struct RecordingView {
  private let mode: ProgressMode
  private var display: LiveDisplay
  private var lines: LiveLines
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var lastShown: ContinuousClock.Instant?
  private var lastStatus: RecordingStatus?

  /// Shown at most once in this time.
  private static let interval = ProgressLine.interval

  init(mode: ProgressMode, hasKeys: Bool, stream: StandardStream = .error) {
    self.mode = mode.resolved(isTerminal: stream.isTerminal)
    display = LiveDisplay(stream)
    lines = LiveLines(style: TextStyle(for: stream), hasKeys: hasKeys)
    start = clock.now
  }

  /// Live lines are drawn.
  var isLive: Bool { mode == .bar }

  /// Shows the status, or lets it be where the last one was shown less than `interval` ago.
  mutating func show(_ status: RecordingStatus, _ controls: RecorderControls) {
    let now = clock.now
    // Timers are a little early at times: a tenth of a second is what ten a second means.
    let isNewPhase = status.phase != lastStatus?.phase
    if !isNewPhase, let lastShown, now - lastShown < Self.interval * 0.9 { return }
    lastShown = now
    lastStatus = status
    draw(status, controls, at: now)
  }

  /// Shows the last status again: a key has changed something.
  mutating func refresh(_ controls: RecorderControls) {
    guard isLive, let lastStatus else { return }
    draw(lastStatus, controls, at: clock.now)
  }

  /// So many whole seconds until the recording starts.
  mutating func countDown(_ seconds: Int64) {
    switch mode {
    case .bar: if LiveTerminal.isInForeground(.error) { display.show(["  Recording starts in \(seconds)"]) }
    case .json: display.note(#"{"phase":"countdown","remaining":\#(seconds)}"#)
    case .auto, .none: break
    }
  }

  /// Writes a line of its own, above the live ones; programs do not get it.
  mutating func note(_ line: String) { if mode != .json { display.note(line) } }

  /// Where there are no live lines to ask in, the question has a line of its own.
  mutating func ask() { if !isLive { display.note(LiveLines.question) } }

  /// The program was stopped and goes on: the shell has written meanwhile.
  mutating func goOn() { display.abandon() }

  mutating func finish() { display.clear() }

  private mutating func draw(_ status: RecordingStatus, _ controls: RecorderControls, at now: ContinuousClock.Instant) {
    switch mode {
    case .bar:
      // In the background the terminal is another program's.
      guard LiveTerminal.isInForeground(.error) else { return }
      display.show(lines.lines(for: status, controls, at: start.duration(to: now), columns: display.columns))
    case .json: display.note(StatusReport(status).json)
    case .auto, .none: break
    }
  }
}
