internal import Platform
internal import Recording

/// A recording session as keys and signals act on it, from any thread.
///
/// Pausing has two reasons that do not know of each other: a person's, and the program's being stopped with Ctrl-Z.
final class SessionHandle: Sendable {
  private struct State {
    var isPausedByPerson = false
    var isSuspended = false
    var isPaused: Bool { isPausedByPerson || isSuspended }
  }

  let session: RecordingSession
  private let state = Locked(State())

  init(_ session: RecordingSession) {
    self.session = session
  }

  func setPaused(_ isPaused: Bool) { change { $0.isPausedByPerson = isPaused } }

  func setSuspended(_ isSuspended: Bool) { change { $0.isSuspended = isSuspended } }

  private func change(_ body: (inout State) -> Void) {
    let (before, after) = state.withLock { state in
      let before = state.isPaused
      body(&state)
      return (before, state.isPaused)
    }
    if before == after { return }
    if after { session.pause() } else { session.resume() }
  }
}
