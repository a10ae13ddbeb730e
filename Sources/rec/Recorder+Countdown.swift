internal import CommandLineTools
internal import Recording

// Before a recording begins.

extension Recorder {
  /// Waits for so long; q, Esc or a signal gives up.
  func count(_ duration: Duration, _ view: inout RecordingView) async throws(Failure) {
    let deadline = ContinuousClock.now + duration
    let work = Interruption.Work(
      stop: { [input] in input.yield(.interrupted) },
      resume: { [input] in
        LiveTerminal.enter()
        input.yield(.continued)
      })
    var shown = view
    let isComplete = await interruption.stopping(work) { () async -> Bool in
      async let ticks: Void = tick(until: deadline)
      shown.countDown(Self.wholeSeconds(until: deadline))
      for await event in events {
        switch event {
        case .tick:
          let seconds = Self.wholeSeconds(until: deadline)
          if seconds <= 0 { return true }
          shown.countDown(seconds)
        case .continued: shown.goOn()
        case .key(.character("q")), .key(.character("Q")), .key(.escape), .interrupted: return false
        case .endOfInput: if arguments.stopsAtEndOfInput { return false }
        case .key, .status: break
        }
      }
      await ticks
      return false
    }
    shown.finish()
    view = shown
    guard !isComplete else { return }
    throw Failure(
      interruption.exitCode ?? .interrupted, code: RecordingError.Code.nothingRecorded.rawValue,
      "cannot record '\(output.escaped)': it was stopped before it began")
  }

  private nonisolated func tick(until deadline: ContinuousClock.Instant) async {
    while ContinuousClock.now < deadline {
      let left = ContinuousClock.now.duration(to: deadline)
      let whole = Duration.seconds(left.components.seconds)
      let step = left - whole > .zero ? left - whole : .seconds(1)
      // Cancelled: the countdown is over.
      guard (try? await Task.sleep(for: step, tolerance: .milliseconds(1))) != nil else { return }
      input.yield(.tick)
    }
  }

  private static func wholeSeconds(until deadline: ContinuousClock.Instant) -> Int64 {
    let (seconds, attoseconds) = ContinuousClock.now.duration(to: deadline).components
    return seconds + (attoseconds > 0 ? 1 : 0)
  }
}
