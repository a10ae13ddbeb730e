import Glibc
import Platform
import Testing

@Suite(.serialized)
struct TerminationSignalsTests {
  @Test(
    "Each signal reaches the handler, others that were named too, repeated ones again, ignored ones never; closed pipes do not kill"
  )
  func delivery() async throws {
    let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU, SIGPIPE, SIGXFSZ, SIGCONT]
    let before = signals.map { signal in
      var action = sigaction()
      sigaction(signal, nil, &action)
      return action
    }
    defer { for (signal, var action) in zip(signals, before) { sigaction(signal, &action, nil) } }
    for signal in [SIGINT, SIGTERM, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU] { Glibc.signal(signal, SIG_DFL) }
    // As under nohup.
    Glibc.signal(SIGHUP, SIG_IGN)

    let received = Locked([Int32]())
    try TerminationSignals.start(forwarding: [SIGCONT]) { signal in received.withLock { $0.append(signal) } }
    var expected: [Int32] = []
    for signal in [
      SIGINT, SIGHUP, SIGPIPE, SIGXFSZ, SIGTERM, SIGINT, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU,
      SIGCONT,
    ] {
      #expect(kill(getpid(), signal) == 0)
      if ![SIGHUP, SIGPIPE, SIGXFSZ].contains(signal) { expected.append(signal) }
      #expect(await eventually { received.withLock { $0.count } == expected.count })
    }
    #expect(received.withLock { $0 } == expected)
  }
}
