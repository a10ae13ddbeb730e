internal import Glibc

/// A serial executor over one thread of its own: an actor whose work blocks runs there, never on the cooperative pool.
///
/// ```
/// actor Reader {
///   private let executor: ThreadExecutor
///   nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
/// }
/// ```
/// Jobs run first in, first out. The thread ends by itself once the last reference is gone and its queue is empty;
/// nobody waits for that, so an actor may end on its own thread.
public final class ThreadExecutor: SerialExecutor {
  private let queue: Queue

  /// - Parameters:
  ///   - name: The thread's name, up to 15 bytes.
  ///   - stackSize: In bytes; at least 2 MiB are given.
  /// - Throws: `PlatformError` where the limit of threads is reached.
  public init(name: String, stackSize: Int = SystemThread.defaultStackSize) throws(PlatformError) {
    let queue = Queue()
    self.queue = queue
    try SystemThread.start(name: name, stackSize: stackSize) { queue.run() }
  }

  deinit { queue.finish() }

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.append { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
  }

  /// Has `work` run on the thread, after everything queued before it, even if this executor is released meanwhile.
  public func schedule(_ work: @escaping @Sendable () -> Void) {
    queue.append { [self] in withExtendedLifetime(self) { work() } }
  }

  /// Whether the caller runs on this executor's thread.
  public var isCurrent: Bool { queue.isCurrent }

  public func isIsolatingCurrentContext() -> Bool? { isCurrent }

  public func checkIsolated() { precondition(isCurrent, "not on the executor's thread") }

  /// What the thread keeps alive: it must not keep its executor, or neither would ever end.
  private final class Queue: @unchecked Sendable {
    // Safe: every variable is touched under `lock` alone.
    private let lock = Lock()
    private let changed = Condition()
    private var incoming: [@Sendable () -> Void] = []
    private var isFinished = false
    private var thread: pthread_t?

    var isCurrent: Bool { lock.withLock { thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false } }

    func append(_ work: @escaping @Sendable () -> Void) {
      lock.withLock {
        incoming.append(work)
        changed.signal()
      }
    }

    func finish() {
      lock.withLock {
        isFinished = true
        changed.signal()
      }
    }

    func run() {
      lock.withLock { thread = pthread_self() }
      while runBatch() {}
    }

    private func runBatch() -> Bool {
      var batch = lock.withLock {
        while incoming.isEmpty && !isFinished { changed.wait(releasing: lock) }
        defer { incoming = [] }
        return incoming
      }
      if batch.isEmpty { return false }
      batch.reverse()
      // Each closure, and with it the executor, goes as soon as it has run.
      while let work = batch.popLast() { work() }
      return true
    }
  }
}
