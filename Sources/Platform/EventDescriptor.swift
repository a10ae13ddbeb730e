internal import CLinux
internal import Glibc

/// An eventfd(2): a descriptor that polls readable from `signal()` until `reset()`.
public final class EventDescriptor: Sendable {
  /// To poll for reading; do not read it.
  public let descriptor: FileDescriptor

  /// - Throws: `PlatformError` where the limit of open files is reached.
  public init() throws(PlatformError) {
    let opened = rushes_eventfd()
    guard opened >= 0 else { throw PlatformError(cannot: "create", "an event descriptor", errorNumber: errno) }
    descriptor = FileDescriptor(adopting: opened, name: "an event descriptor")
  }

  /// Makes the descriptor readable, for every poller; from any thread.
  public func signal() {
    // Fails only with EAGAIN, at 2^64-2 unread signals: readable then as well.
    _ = eventfd_write(descriptor.rawValue, 1)
  }

  /// Makes the descriptor unreadable again.
  public func reset() {
    var count: eventfd_t = 0
    // EAGAIN: it was not readable.
    _ = eventfd_read(descriptor.rawValue, &count)
  }
}
