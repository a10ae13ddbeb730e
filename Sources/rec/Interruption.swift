internal import CommandLineTools
internal import Glibc
internal import Platform

/// What signals do: those that would end a program end the recording, and the file is completed.
///
/// While nothing is at work there is nothing to complete, and the program ends on the spot, whatever it waits for. Any
/// number of signals does the same as one. Ctrl-Z and its kind stop the program, with the terminal as it was.
final class Interruption: Sendable {
  /// What is at work.
  struct Work: Sendable {
    var stop: @Sendable () -> Void
    /// The program is about to be stopped, and was continued.
    var suspend: @Sendable () -> Void = {}
    var resume: @Sendable () -> Void = {}
  }

  private struct State {
    var signal: Int32?
    var work: Work?
    /// The program was suspended, and goes on already.
    var hasResumed = false
  }

  private let state = Locked(State())

  /// Runs on the thread of the signals.
  func receive(_ signal: Int32) {
    let work = state.withLock { $0.work }
    switch signal {
    case SIGTSTP:
      work?.suspend()
      LiveTerminal.leave()
      TerminationSignals.suspendProcess()
      // What continued it says so too, if it was a signal; that has been heard then.
      state.withLock { $0.hasResumed = true }
      work?.resume()
    case SIGCONT:
      let hasResumed = state.withLock { state in
        defer { state.hasResumed = false }
        return state.hasResumed
      }
      if !hasResumed { work?.resume() }
    default:
      state.withLock { if $0.signal == nil { $0.signal = signal } }
      guard let work else {
        LiveTerminal.leave()
        _exit(Self.exitCode(of: signal).rawValue)
      }
      work.stop()
    }
  }

  /// Runs `body`; signals that come meanwhile go to `work`.
  /// - Parameter isLast: Whether nothing remains but to say so: signals do nothing any more then, or what was made would
  ///   go untold.
  @MainActor
  func stopping<Result: Sendable>(
    _ work: Work, isLast: (Result) -> Bool = { _ in false }, during body: @MainActor () async -> Result
  ) async -> Result {
    state.withLock { $0.work = work }
    let result = await body()
    let isOver = isLast(result)
    state.withLock { $0.work = isOver ? Work(stop: {}) : nil }
    return result
  }

  /// What to end with where a signal came and nothing was made.
  var exitCode: ExitCode? { state.withLock { $0.signal }.map(Self.exitCode) }

  private static func exitCode(of signal: Int32) -> ExitCode { ExitCode(rawValue: 128 + signal) ?? .interrupted }
}
