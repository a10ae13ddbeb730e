/// How a program ended, by the names of sysexits.h; the last eight are 128 plus a signal's number, as shells show it.
public enum ExitCode: Int32, Sendable, CaseIterable {
  case ok = 0
  /// The command line was wrong.
  case usage = 64
  /// The input's content was wrong.
  case data = 65
  /// An input does not exist or cannot be read.
  case noInput = 66
  /// Something the program needs is missing from this machine.
  case unavailable = 69
  /// The program itself is at fault.
  case software = 70
  /// The output cannot be created, for example because it is there already.
  case cannotCreate = 73
  /// Reading or writing failed half-way, a full disk included.
  case inputOutput = 74
  /// Trying again later may succeed.
  case temporaryFailure = 75
  /// The system refused for lack of rights.
  case noPermission = 77
  /// A file of settings has a mistake in it.
  case configuration = 78
  /// Stopped by SIGHUP.
  case hungUp = 129
  /// Stopped by SIGINT.
  case interrupted = 130
  /// Stopped by SIGQUIT.
  case quit = 131
  /// Stopped by SIGUSR1.
  case userSignal1 = 138
  /// Stopped by SIGUSR2.
  case userSignal2 = 140
  /// Stopped by SIGALRM.
  case alarm = 142
  /// Stopped by SIGTERM.
  case terminated = 143
  /// Stopped by SIGXCPU: the limit of processor time.
  case processorTime = 152
}
