package import Platform

/// The thread of a source: started once, stopped from outside, waited for.
package final class CaptureThread: @unchecked Sendable {
  // Safe: `state` is touched under `lock` alone; the rest never changes.
  private enum State {
    case idle, running, ended
  }

  /// What `stop()` raises.
  package let stopSignal: StopSignal
  private let lock = Lock()
  private let changed = Condition()
  private var state = State.idle

  /// - Throws: `CaptureError` (`.unavailable`).
  package init() throws(CaptureError) {
    do {
      stopSignal = try StopSignal()
    } catch {
      throw CaptureError(code: .unavailable, message: error.message)
    }
  }

  /// Runs `body`, which looks at the stop signal and returns soon after that was raised.
  /// - Throws: `CaptureError` (`.invalidState` when called again or after `stop()`; `.unavailable`).
  package func start(name: String, _ body: @escaping @Sendable (StopSignal) -> Void) throws(CaptureError) {
    try begin()
    do {
      try SystemThread.start(name: name) { [self] in
        body(stopSignal)
        end()
      }
    } catch {
      end()
      throw CaptureError(code: .unavailable, message: error.message)
    }
  }

  /// Runs a `body` that waits for actors too; between its waits it has the thread for itself and may block it.
  /// - Throws: `CaptureError` (`.invalidState` when called again or after `stop()`; `.unavailable`).
  package func start(name: String, _ body: @escaping @Sendable (StopSignal) async -> Void) throws(CaptureError) {
    try begin()
    do {
      let executor = ThreadTaskExecutor(try ThreadExecutor(name: name))
      // Owned by this object: `stop()` waits for it.
      Task(executorPreference: executor) { [self] in
        await body(stopSignal)
        end()
      }
    } catch {
      end()
      throw CaptureError(code: .unavailable, message: error.message)
    }
  }

  /// Raises the stop signal and waits until `body` has returned; not from inside it.
  package func stop() {
    stopSignal.raise()
    lock.withLock {
      if state == .idle { state = .ended }
      while state == .running { changed.wait(releasing: lock) }
    }
  }

  private func begin() throws(CaptureError) {
    let wasIdle = lock.withLock {
      defer { if state == .idle { state = .running } }
      return state == .idle
    }
    guard wasIdle else { throw CaptureError(code: .invalidState, message: "a source is started once") }
  }

  private func end() {
    lock.withLock { state = .ended }
    changed.broadcast()
  }
}
