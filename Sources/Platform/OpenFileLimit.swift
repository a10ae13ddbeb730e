internal import CLinux
internal import Glibc

/// How many files the process may have open.
public enum OpenFileLimit {
  /// Raises the limit as far as it goes, and makes sure that so many more files can be opened.
  ///
  /// Call it in `main` before anything asynchronous: libdispatch traps where it gets no descriptor, rather than fail.
  /// - Parameter count: How many are needed beside those that are open; at least 2.
  /// - Throws: `PlatformError` where they cannot be had.
  public static func ensure(free count: Int) throws(PlatformError) {
    rushes_raise_open_file_limit()
    var ends: [Int32] = [-1, -1]
    guard rushes_signal_pipe(&ends) == 0 else { throw tooLow(count, errorNumber: errno) }
    var taken = ends
    defer { for descriptor in taken { close(descriptor) } }
    while taken.count < count {
      let next = rushes_duplicate(ends[0])
      guard next >= 0 else { throw tooLow(count, errorNumber: errno) }
      taken.append(next)
    }
  }

  private static func tooLow(_ count: Int, errorNumber: Int32) -> PlatformError {
    PlatformError(
      code: .other, message: "cannot start: the limit of open files is too low, \(count) more are needed (ulimit -n)",
      errorNumber: errorNumber)
  }
}
