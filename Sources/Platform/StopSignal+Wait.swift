internal import Glibc

extension StopSignal {
  /// Waits until `descriptor` is ready, or until the stop is raised, which comes first where both hold.
  ///
  /// - Parameters:
  ///   - events: What to wait for; `.hangUp` and `.failed` end the wait too.
  ///   - timeout: `nil` waits for ever.
  /// - Returns: What is ready; empty after `timeout`.
  /// - Throws: `PlatformError` (`.stopped`; `.other` where the system refuses to poll).
  @discardableResult
  public func wait(
    for descriptor: FileDescriptor, _ events: PollEvents, timeout: Duration? = nil
  ) throws(PlatformError) -> PollEvents {
    try wait(forRaw: descriptor.rawValue, events, timeout: timeout)
  }

  /// `wait(for:_:timeout:)` for a descriptor that a C library owns.
  @discardableResult
  public func wait(
    forRaw rawValue: Int32, _ events: PollEvents, timeout: Duration? = nil
  ) throws(PlatformError) -> PollEvents {
    // A negative descriptor is one that poll(2) passes over.
    var waited = (
      pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0),
      pollfd(fd: rawValue, events: events.rawValue, revents: 0)
    )
    let deadline = timeout.map { ContinuousClock.now + $0 }
    while true {
      let milliseconds = deadline.map { Self.milliseconds(until: $0) } ?? -1
      let count = withUnsafeMutablePointer(to: &waited) {
        $0.withMemoryRebound(to: pollfd.self, capacity: 2) { poll($0, 2, milliseconds) }
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw PlatformError(cannot: "wait for", "descriptor \(rawValue)", errorNumber: errno)
      }
      if waited.0.revents != 0 || isRaised { throw .stopped }
      let ready = PollEvents(rawValue: waited.1.revents)
      if !ready.isEmpty { return ready }
      if let deadline, deadline <= .now { return [] }
    }
  }

  /// Sleeps for `duration`, or until the stop is raised.
  public func wait(for duration: Duration) throws(PlatformError) {
    try wait(forRaw: -1, [], timeout: duration)
  }

  /// Rounded up, so that a wait never ends early; poll(2) takes at most 2^31-1.
  private static func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
    let (seconds, attoseconds) = (deadline - .now).components
    if seconds < 0 || attoseconds < 0 { return 0 }
    if seconds >= 2_000_000 { return 2_000_000_000 }
    return Int32(seconds) * 1000 + Int32((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
