import Glibc
import Platform
import Testing

@Suite(.serialized)
struct TerminationSignalsTests {
  @Test("Each signal reaches the handler, repeated ones again; writes to closed pipes do not kill")
  func delivery() async throws {
    let received = Locked([Int32]())
    // On a thread that ends: the test runner's own keep their signal masks.
    try await onThread("signal-starter") {
      try TerminationSignals.start { signal in received.withLock { $0.append(signal) } }
    }
    var thread: Int32?
    #expect(
      await eventually {
        thread = ThreadTable.identifier(of: "signals")
        return thread != nil && ThreadTable.isAsleep("signals")
      })
    var expected: [Int32] = []
    for signal in [SIGINT, SIGTERM, SIGINT, SIGINT, SIGHUP, SIGQUIT] {
      #expect(ThreadTable.send(getpid(), try #require(thread), signal) == 0)
      expected.append(signal)
      #expect(await eventually { received.withLock { $0.count } == expected.count })
    }
    #expect(received.withLock { $0 } == expected)
    for ignored in [SIGPIPE, SIGXFSZ] {
      #expect(kill(getpid(), ignored) == 0)
    }
  }
}
