import Platform
import Testing

struct LockTests {
  @Test("Increments under a lock are not lost")
  func increments() async {
    let count = Locked(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<1000 { count.withLock { $0 += 1 } } }
      }
    }
    #expect(count.withLock { $0 } == 8000)
  }

  @Test("An error thrown under the lock leaves it free, and keeps its type")
  func throwing() {
    let lock = Lock()
    #expect(throws: PlatformError.self) {
      try lock.withLock { () throws(PlatformError) in throw PlatformError.stopped }
    }
    #expect(lock.withLock { 7 } == 7)
  }

  @Test("A condition wakes a thread that waits for a change")
  func condition() async throws {
    let (lock, changed, value) = (Lock(), Condition(), Locked(0))
    async let seen = onThread("cond-waiter") {
      lock.withLock {
        while value.withLock({ $0 }) == 0 { changed.wait(releasing: lock) }
        return value.withLock { $0 }
      }
    }
    #expect(await eventually { ThreadTable.isAsleep("cond-waiter") })
    lock.withLock {
      value.withLock { $0 = 42 }
      changed.broadcast()
    }
    #expect(try await seen == 42)
  }
}
