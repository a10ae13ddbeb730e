/// Adds up how long something has been at work; read from any thread.
public final class BusyTime: Sendable {
  private let total = Locked(Duration.zero)

  public init() {}

  public var duration: Duration { total.withLock { $0 } }

  /// - Returns: What `end` needs.
  public func begin() -> ContinuousClock.Instant { .now }

  public func end(_ start: ContinuousClock.Instant) {
    let elapsed = start.duration(to: .now)
    total.withLock { $0 += elapsed }
  }
}
