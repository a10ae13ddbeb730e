/// A value behind a `Lock` of its own.
public final class Locked<Value>: @unchecked Sendable {
  // Safe: `value` came in as `sending` and is touched under `lock` alone.
  private let lock = Lock()
  private var value: Value

  public init(_ value: sending Value) { self.value = value }

  /// Runs `body` on the value while no other thread can reach it.
  public func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
