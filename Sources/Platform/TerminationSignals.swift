internal import CLinux
internal import Glibc

/// Signals that ask the process to end, delivered as plain calls on a thread.
///
/// A handler of three lines of C writes each signal to a pipe; no Swift runs in signal context. Blocking the signals and
/// waiting for them (sigwait, signalfd) does not do here: under an `async` main, libdispatch leaves the main thread in
/// `sigsuspend` with nothing blocked, and the signal ends the process there.
public enum TerminationSignals {
  /// Those of a person, and those that a supervisor may send: by default they all end the process.
  static let all = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU]

  /// SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM and SIGXCPU call `handler` from now on, and no longer
  /// end the process.
  ///
  /// Call it once, early in `main`. A signal that is ignored already stays ignored, as nohup(1) and shells that start
  /// jobs in the background intend. SIGPIPE and SIGXFSZ are ignored too: the write fails with its error instead; child
  /// processes inherit that, not the rest.
  /// - Parameters:
  ///   - others: Further signals that `handler` is called for, such as SIGTSTP and SIGCONT; what they do by default, they
  ///     do no longer (SIGCONT continues the process all the same).
  ///   - handler: Runs on a thread of its own, one signal at a time, in order, once for each delivery: repeated
  ///     signals come again, and the handler decides. The argument is the signal's number.
  /// - Throws: `PlatformError` where the limit of threads or open files is reached.
  public static func start(
    forwarding others: [Int32] = [], _ handler: @escaping @Sendable (_ signal: Int32) -> Void
  ) throws(PlatformError) {
    let signals = all + others
    var ends: [Int32] = [-1, -1]
    guard rushes_signal_pipe(&ends) == 0 else {
      throw PlatformError(cannot: "create", "a pipe for signals", errorNumber: errno)
    }
    let readEnd = FileDescriptor(adopting: ends[0], name: "a pipe for signals")
    let writeEnd = FileDescriptor(adopting: ends[1], name: "a pipe for signals")
    // The thread owns both ends, and never ends.
    try SystemThread.start(name: "signals") {
      withExtendedLifetime(writeEnd) { deliver(signals, from: readEnd, to: handler) }
    }
    rushes_ignore_signal(SIGPIPE)
    rushes_ignore_signal(SIGXFSZ)
    for signal in signals where rushes_is_signal_ignored(signal) == 0 {
      // Fails only for a number that is no signal.
      _ = rushes_forward_signal(signal, ends[1])
    }
  }

  /// Stops the process as SIGTSTP does by default, although that signal is forwarded; returns once it is continued, or at
  /// once where nobody could continue it (its process group is orphaned).
  ///
  /// On the handler's thread alone.
  public static func suspendProcess() {
    var (standard, former) = (sigaction(), sigaction())
    sigaction(SIGTSTP, &standard, &former)
    // To this thread, which does not block it: the process is stopped before this returns.
    raise(SIGTSTP)
    sigaction(SIGTSTP, &former, nil)
  }

  private static func deliver(_ signals: [Int32], from pipe: FileDescriptor, to handler: (Int32) -> Void) {
    // One thread at least must take them, or they would stay pending where all others block them.
    var awaited = sigset_t()
    sigemptyset(&awaited)
    for signal in signals { sigaddset(&awaited, signal) }
    pthread_sigmask(SIG_UNBLOCK, &awaited, nil)
    var signal: UInt8 = 0
    while retryingInterrupts({ read(pipe.rawValue, &signal, 1) }) == 1 { handler(Int32(signal)) }
  }
}
