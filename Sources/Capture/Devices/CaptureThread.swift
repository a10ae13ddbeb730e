internal import Platform

/// The thread of a source: started once, stopped from outside, waited for.
final class CaptureThread: @unchecked Sendable {
  // Safe: `state` is touched under `lock` alone; the rest never changes.
  private enum State {
    case idle, running, ended
  }

  private let stopSignal: StopSignal
  private let lock = Lock()
  private let changed = Condition()
  private var state = State.idle

  /// - Throws: `CaptureError` (`.unavailable`).
  init() throws(CaptureError) {
    do {
      stopSignal = try StopSignal()
    } catch {
      throw CaptureError(code: .unavailable, message: error.message)
    }
  }

  /// Runs `body`, which looks at the stop signal and returns soon after that was raised.
  /// - Throws: `CaptureError` (`.invalidState` when called again or after `stop()`; `.unavailable`).
  func start(name: String, _ body: @escaping @Sendable (StopSignal) -> Void) throws(CaptureError) {
    let wasIdle = lock.withLock {
      defer { if state == .idle { state = .running } }
      return state == .idle
    }
    guard wasIdle else { throw CaptureError(code: .invalidState, message: "a source is started once") }
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

  /// Raises the stop signal and waits until `body` has returned; not from inside it.
  func stop() {
    stopSignal.raise()
    lock.withLock {
      if state == .idle { state = .ended }
      while state == .running { changed.wait(releasing: lock) }
    }
  }

  private func end() {
    lock.withLock { state = .ended }
    changed.broadcast()
  }
}
