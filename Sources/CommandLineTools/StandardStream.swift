internal import CLinux
internal import Glibc

/// One of the three descriptors that a program is born with, or one like them; borrowed, never closed.
public struct StandardStream: Sendable {
  public let descriptor: Int32

  public init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  public static let input = StandardStream(descriptor: 0)
  public static let output = StandardStream(descriptor: 1)
  public static let error = StandardStream(descriptor: 2)

  /// Writes the whole text as UTF-8; see `write(_:)` for bytes.
  public func write(_ text: String) throws(CommandLineToolsError) {
    var text = text
    let result = text.withUTF8 { writeAll(UnsafeRawBufferPointer($0)) }
    if result != 0 { throw failure(result) }
  }

  /// Writes all bytes, waiting where the descriptor does not block.
  ///
  /// A closed pipe is an error, whatever the program does about SIGPIPE: the signal is held back during the call and
  /// taken out of the thread's queue.
  /// - Throws: `CommandLineToolsError` (`.brokenPipe`, `.inputOutput`).
  public func write(_ bytes: [UInt8]) throws(CommandLineToolsError) {
    let result = bytes.withUnsafeBytes { writeAll($0) }
    if result != 0 { throw failure(result) }
  }

  private func failure(_ number: Int32) -> CommandLineToolsError {
    let name = ["standard input", "standard output", "standard error"]
    let shown = name.indices.contains(Int(descriptor)) ? name[Int(descriptor)] : "descriptor \(descriptor)"
    let reason = String(cString: strerror(number))
    return CommandLineToolsError(
      number == EPIPE ? .brokenPipe : .inputOutput, "cannot write to '\(shown)': \(reason)", errorNumber: number)
  }

  /// 0, or the system's error number.
  private func writeAll(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    var brokenPipe = sigset_t()
    var former = sigset_t()
    var pending = sigset_t()
    sigemptyset(&brokenPipe)
    sigaddset(&brokenPipe, SIGPIPE)
    sigpending(&pending)
    let wasPending = sigismember(&pending, SIGPIPE) == 1
    pthread_sigmask(SIG_BLOCK, &brokenPipe, &former)
    let result = writeEach(bytes)
    if result == EPIPE, !wasPending { rushes_discard_signal(SIGPIPE) }
    pthread_sigmask(SIG_SETMASK, &former, nil)
    return result
  }

  private func writeEach(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest)
      let count = Glibc.write(descriptor, part.baseAddress, part.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        if poll(&waiting, 1, -1) < 0, errno != EINTR { return errno }
      case let number: return number
      }
    }
    return 0
  }
}
