internal import Glibc

/// What poll(2) waits for and reports on a descriptor.
public struct PollEvents: OptionSet, Hashable, Sendable {
  public let rawValue: Int16

  public init(rawValue: Int16) { self.rawValue = rawValue }

  public static let readable = PollEvents(rawValue: Int16(POLLIN))
  public static let writable = PollEvents(rawValue: Int16(POLLOUT))
  /// Out-of-band conditions: the events of a V4L2 device, for one.
  public static let priority = PollEvents(rawValue: Int16(POLLPRI))
  /// Reported unasked: the other side is gone.
  public static let hangUp = PollEvents(rawValue: Int16(POLLHUP))
  /// Reported unasked: an error waits for the next call.
  public static let failed = PollEvents(rawValue: Int16(POLLERR))
}
