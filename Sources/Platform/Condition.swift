internal import Glibc

/// A condition variable over pthread_cond(3): threads wait on it for a change of what a `Lock` guards.
public final class Condition: @unchecked Sendable {
  // Safe: the pointer never changes, and pthread calls on it are thread-safe.
  private let condition: UnsafeMutablePointer<pthread_cond_t>

  public init() {
    condition = .allocate(capacity: 1)
    condition.initialize(to: pthread_cond_t())
    let result = pthread_cond_init(condition, nil)
    precondition(result == 0, "pthread_cond_init: \(result)")
  }

  deinit {
    pthread_cond_destroy(condition)
    condition.deinitialize(count: 1)
    condition.deallocate()
  }

  /// Releases `lock`, waits, and takes it again; wakes without cause too, so call it in a loop.
  ///
  /// - Parameter lock: Held by the caller, inside `withLock`.
  public func wait(releasing lock: Lock) { pthread_cond_wait(condition, lock.mutex) }

  /// Wakes one waiting thread.
  public func signal() { pthread_cond_signal(condition) }

  /// Wakes every waiting thread.
  public func broadcast() { pthread_cond_broadcast(condition) }
}
