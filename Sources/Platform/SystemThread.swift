internal import CLinux
internal import Glibc

/// Starts threads for what blocks, off the cooperative pool.
public enum SystemThread {
  /// The stack of a thread that runs codecs: FFmpeg's filters and x264 take more than half a megabyte of it.
  public static let defaultStackSize = 4 << 20

  /// Runs `body` on a new, detached thread that takes no signals: these go to whoever waits for them.
  ///
  /// - Parameters:
  ///   - name: As `ps -L` and debuggers show it: the first 15 bytes, pthread_setname_np(3).
  ///   - stackSize: In bytes, rounded up to whole pages.
  /// - Throws: `PlatformError` where the limit of threads is reached.
  public static func start(
    name: String, stackSize: Int = defaultStackSize, _ body: @escaping @Sendable () -> Void
  ) throws(PlatformError) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let page = max(Int(sysconf(Int32(_SC_PAGESIZE))), 4096)
    pthread_attr_setstacksize(&attributes, (max(stackSize, 2 << 20) + page - 1) / page * page)

    // The new thread inherits the mask, so that there is no moment in which it takes a signal.
    var (all, previous) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &previous)
    defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }

    let start = Unmanaged.passRetained(Start(name: name, body: body))
    var thread = pthread_t()
    let result = pthread_create(&thread, &attributes, threadMain, start.toOpaque())
    guard result == 0 else {
      start.release()
      throw PlatformError(cannot: "start thread", name, errorNumber: result)
    }
  }

  fileprivate final class Start: Sendable {
    let name: String
    let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
      self.name = name
      self.body = body
    }
  }
}

private func threadMain(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument else { return nil }
  let start = Unmanaged<SystemThread.Start>.fromOpaque(argument).takeRetainedValue()
  var name = Array(start.name.utf8.prefix(15).map { CChar(bitPattern: $0) })
  name.append(0)
  _ = rushes_set_thread_name(pthread_self(), name)
  start.body()
  return nil
}
