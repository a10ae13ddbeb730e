import Glibc
import Platform
import Testing

struct ThreadExecutorTests {
  private actor Station {
    private let executor: ThreadExecutor
    private(set) var log: [Int] = []

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(name: String) throws { executor = try ThreadExecutor(name: name) }

    func note(_ number: Int) { log.append(number) }
    func threadName() -> String { ThreadTable.currentName() }
    func isCurrent() -> Bool { executor.isCurrent }
    nonisolated var isCurrentFromOutside: Bool { executor.isCurrent }

    nonisolated func schedule(_ work: @escaping @Sendable (isolated Station) -> Void) {
      executor.schedule { self.assumeIsolated { work($0) } }
    }

    func suspendAndReturn() async -> [String] {
      let before = ThreadTable.currentName()
      await Task.yield()
      return [before, ThreadTable.currentName()]
    }
  }

  @Test("An actor's code runs on its executor's thread, after a suspension too")
  func thread() async throws {
    let station = try Station(name: "exec-thread")
    #expect(await station.threadName() == "exec-thread")
    #expect(await station.isCurrent())
    #expect(!station.isCurrentFromOutside)
    #expect(await station.suspendAndReturn() == ["exec-thread", "exec-thread"])
  }

  @Test("Scheduled work runs first in, first out, isolated to the actor")
  func order() async throws {
    let station = try Station(name: "exec-order")
    for number in 0..<1000 { station.schedule { $0.note(number) } }
    await station.note(1000)
    #expect(await station.log == Array(0...1000))
  }

  @Test("The thread ends when its actor is released, also when that happens on the thread itself")
  func end() async throws {
    var station: Station? = try Station(name: "exec-end")
    #expect(await station?.threadName() == "exec-end")
    station = nil
    #expect(await eventually { ThreadTable.identifier(of: "exec-end") == nil })

    // The last reference is inside the work: the actor ends on its own thread.
    let hasRun = Locked(false)
    try scheduleAndForget(name: "exec-self-end") { hasRun.withLock { $0 = true } }
    #expect(await eventually { hasRun.withLock { $0 } })
    #expect(await eventually { ThreadTable.identifier(of: "exec-self-end") == nil })
  }

  @Test("Work queued before the last reference went still runs")
  func drains() async throws {
    let count = Locked(0)
    do {
      let executor = try ThreadExecutor(name: "exec-drain")
      for _ in 0..<100 { executor.schedule { count.withLock { $0 += 1 } } }
    }
    #expect(await eventually { count.withLock { $0 } == 100 })
    #expect(await eventually { ThreadTable.identifier(of: "exec-drain") == nil })
  }

  @Test("The thread has at least the stack it was given, and takes no signals")
  func attributes() async throws {
    let executor = try ThreadExecutor(name: "a-name-of-more-than-15-bytes", stackSize: 8 << 20)
    let (name, stackSize, blocksInterrupt): (String, Int, Bool) = await withCheckedContinuation { continuation in
      executor.schedule {
        var (size, mask) = (0, sigset_t())
        withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { attributes in
          guard let attributes = attributes.baseAddress else { return }
          #expect(ThreadTable.getAttributes(pthread_self(), attributes) == 0)
          pthread_attr_getstacksize(attributes, &size)
          pthread_attr_destroy(attributes)
        }
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        continuation.resume(returning: (ThreadTable.currentName(), size, sigismember(&mask, SIGINT) == 1))
      }
    }
    #expect(name == "a-name-of-more-")
    #expect(stackSize >= 8 << 20)
    #expect(blocksInterrupt)
  }

  private func scheduleAndForget(name: String, _ work: @escaping @Sendable () -> Void) throws {
    let station = try Station(name: name)
    station.schedule { station in
      station.note(1)
      work()
    }
  }
}
