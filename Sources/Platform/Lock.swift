internal import Glibc

/// A mutual exclusion lock over pthread_mutex(3).
///
/// Not `Synchronization.Mutex`, because Thread Sanitizer does not see that one and reports races in correct code.
/// Not recursive. Never suspend or resume a continuation while holding it.
public final class Lock: @unchecked Sendable {
  // Safe: the pointer never changes, and pthread calls on it are thread-safe.
  let mutex: UnsafeMutablePointer<pthread_mutex_t>

  public init() {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    let result = pthread_mutex_init(mutex, nil)
    precondition(result == 0, "pthread_mutex_init: \(result)")
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deinitialize(count: 1)
    mutex.deallocate()
  }

  /// Runs `body` while no other thread runs one under this lock.
  public func withLock<Result: ~Copyable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock()
    defer { unlock() }
    return try body()
  }

  func lock() { pthread_mutex_lock(mutex) }
  func unlock() { pthread_mutex_unlock(mutex) }
}
