internal import Glibc

/// Stop, as everything that blocks can see it: a flag, and a descriptor that every `poll` watches.
///
/// Once raised it stays raised. The descriptor is never drained, so all pollers wake, now and later.
public final class StopSignal: Sendable {
  private struct State {
    var isRaised = false
    var nextKey = 0
    var callbacks: [Int: @Sendable () -> Void] = [:]
  }

  private let state = Locked(State())
  private let event: EventDescriptor

  /// - Throws: `PlatformError` where the limit of open files is reached.
  public init() throws(PlatformError) { event = try EventDescriptor() }

  /// Polls readable once raised; for a `poll` of one's own, do not read it.
  public var descriptor: FileDescriptor { event.descriptor }

  public var isRaised: Bool { state.withLock { $0.isRaised } }

  /// Stops whoever looks; from any thread, again without harm. Runs the callbacks of `onRaise` before it returns.
  public func raise() {
    let callbacks = state.withLock { state in
      guard !state.isRaised else { return [] as [@Sendable () -> Void] }
      state.isRaised = true
      defer { state.callbacks = [:] }
      return state.callbacks.sorted { $0.key < $1.key }.map(\.value)
    }
    event.signal()
    for callback in callbacks { callback() }
  }

  /// - Throws: `PlatformError.stopped` once raised.
  public func check() throws(PlatformError) {
    if isRaised { throw .stopped }
  }

  /// Has `body` run once when the stop is raised, at once if it is already; outside every lock, on the raising thread.
  ///
  /// - Returns: What keeps the registration: dropped or cancelled, `body` is no longer called, except by a `raise()`
  ///   that is already under way.
  public func onRaise(_ body: @escaping @Sendable () -> Void) -> Registration {
    let key = state.withLock { state -> Int? in
      guard !state.isRaised else { return nil }
      state.nextKey += 1
      state.callbacks[state.nextKey] = body
      return state.nextKey
    }
    if key == nil { body() }
    return Registration(signal: self, key: key)
  }

  /// A callback's place in a `StopSignal`.
  public final class Registration: Sendable {
    private let signal: StopSignal
    private let key: Int?

    fileprivate init(signal: StopSignal, key: Int?) {
      self.signal = signal
      self.key = key
    }

    deinit { cancel() }

    public func cancel() {
      guard let key else { return }
      // The closure goes after the lock: its captures may end something that comes back here.
      _ = signal.state.withLock { $0.callbacks.removeValue(forKey: key) }
    }
  }
}
