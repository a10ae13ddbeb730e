import Platform
import Testing

@Suite struct ThreadTaskExecutorTests {
  private actor Station {
    private let executor: ThreadExecutor
    nonisolated let tasks: ThreadTaskExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init() throws {
      executor = try ThreadExecutor(name: "task-thread")
      tasks = ThreadTaskExecutor(executor)
    }

    func threadName() -> String { ThreadTable.currentName() }
  }

  private static func names(around station: Station) async -> [String] {
    let before = ThreadTable.currentName()
    let inside = await station.threadName()
    await Task.yield()
    return [before, inside, ThreadTable.currentName()]
  }

  @Test("a task that prefers the executor runs on the actor's thread, before and after it called the actor")
  func preference() async throws {
    let station = try Station()
    let names = await withTaskGroup(of: [String].self) { group in
      for _ in 0..<8 { group.addTask(executorPreference: station.tasks) { await Self.names(around: station) } }
      return await group.reduce(into: [String]()) { $0 += $1 }
    }
    #expect(names.count == 24)
    #expect(names.allSatisfy { $0 == "task-thread" })
  }
}
