internal import CommandLineTools
internal import Export
internal import Glibc
internal import Platform

/// What signals do: they stop the export that is at work, and with it the program.
///
/// While no export is at work there is nothing to clean up, and the program ends on the spot, whatever it waits for.
/// Any number of signals does the same as one.
final class Interruption: Sendable {
  private struct State {
    var signal: Int32?
    var session: AssetExportSession?
  }

  private let state = Locked(State())

  /// Runs on the thread of the signals.
  func receive(_ signal: Int32) {
    let session = state.withLock { state in
      if state.signal == nil { state.signal = signal }
      return state.session
    }
    guard let session else { _exit(Self.exitCode(of: signal).rawValue) }
    session.cancel()
  }

  /// Runs `work`; signals that come meanwhile cancel the session.
  @MainActor
  func stopping<Result: Sendable>(
    _ session: AssetExportSession, during work: @MainActor () async -> Result
  ) async -> Result {
    state.withLock { $0.session = session }
    let result = await work()
    state.withLock { $0.session = nil }
    return result
  }

  /// What to end with, where a signal came.
  var exitCode: ExitCode? { state.withLock { $0.signal }.map(Self.exitCode) }

  /// `SIGINT` and the like.
  var signalName: String? {
    switch state.withLock({ $0.signal }) {
    case SIGINT: "SIGINT"
    case SIGTERM: "SIGTERM"
    case SIGHUP: "SIGHUP"
    case SIGQUIT: "SIGQUIT"
    case SIGUSR1: "SIGUSR1"
    case SIGUSR2: "SIGUSR2"
    case SIGALRM: "SIGALRM"
    case SIGXCPU: "SIGXCPU"
    default: nil
    }
  }

  private static func exitCode(of signal: Int32) -> ExitCode { ExitCode(rawValue: 128 + signal) ?? .interrupted }
}
