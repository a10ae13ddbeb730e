internal import CLinux
internal import Glibc

/// Signals that ask the process to end, delivered as plain calls on a thread instead of in signal handlers.
public enum TerminationSignals {
  /// SIGINT, SIGTERM, SIGHUP and SIGQUIT call `handler` from now on, and no longer end the process.
  ///
  /// Call it first thing in `main`, before other threads exist: they inherit the mask that blocks these signals (so do
  /// child processes: reset theirs). A signal that is ignored already stays ignored, as nohup(1) and shells that start
  /// jobs in the background intend. SIGPIPE and SIGXFSZ are ignored too: the write fails with its error instead.
  /// - Parameter handler: Runs on a thread of its own, one signal at a time, once for each delivery: repeated signals
  ///   come again, and the handler decides. The argument is the signal's number.
  /// - Throws: `PlatformError` where the limit of threads is reached.
  public static func start(_ handler: @escaping @Sendable (_ signal: Int32) -> Void) throws(PlatformError) {
    rushes_ignore_signal(SIGPIPE)
    rushes_ignore_signal(SIGXFSZ)
    var awaited = sigset_t()
    sigemptyset(&awaited)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] where rushes_is_signal_ignored(signal) == 0 {
      sigaddset(&awaited, signal)
    }
    var previous = sigset_t()
    pthread_sigmask(SIG_BLOCK, &awaited, &previous)
    do throws(PlatformError) {
      try SystemThread.start(name: "signals") { [awaited] in deliver(awaited, to: handler) }
    } catch {
      pthread_sigmask(SIG_SETMASK, &previous, nil)
      throw error
    }
  }

  private static func deliver(_ awaited: sigset_t, to handler: (Int32) -> Void) {
    var awaited = awaited
    while true {
      var signal: Int32 = 0
      // Fails only for a set that holds no valid signal.
      if sigwait(&awaited, &signal) == 0 { handler(signal) }
    }
  }
}
