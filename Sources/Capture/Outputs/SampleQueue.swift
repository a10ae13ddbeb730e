internal import Media
internal import Platform

/// A bounded queue from a capture thread to one consumer's task.
///
/// The capture thread never waits in it; what does not fit is dropped by the policy, and counted. Only sources that make
/// samples faster than real time wait for room.
final class SampleQueue: Sendable {
  /// What happens to a sample that finds the queue full.
  enum Overflow: Sendable {
    /// The oldest one goes: what is shown is late as little as can be.
    case dropOldest
    /// It is not taken, nor are those after it up to the next key frame.
    case dropToKeyFrame
    /// It is not taken; the next one that is says that something is missing before it.
    case dropNewest
  }

  private struct State {
    var samples = Deque<CapturedSample>()
    var byteCount = 0
    var dropped = 0
    var isAwaitingKeyFrame = false
    var isGapPending = false
    var isEnded = false
    var isPatient = false
    var failure: CaptureError?
    var waiter: CheckedContinuation<Result<CapturedSample?, CaptureError>, Never>?

    mutating func take() -> CapturedSample? {
      let sample = samples.popFirst()
      byteCount -= sample?.sample.byteCount ?? 0
      return sample
    }
  }

  private let lock = Lock()
  private let roomChanged = Condition()
  private let state = Locked(State())
  private let capacity: Int
  private let byteCapacity: Int
  private let patientCapacity: Int

  /// - Parameters:
  ///   - capacity: Samples that wait at most.
  ///   - byteCapacity: With so many bytes waiting it is full too.
  ///   - patientCapacity: Samples from which on a source waits that can.
  init(capacity: Int, byteCapacity: Int = .max, patientCapacity: Int? = nil) {
    self.capacity = max(1, capacity)
    self.byteCapacity = byteCapacity
    self.patientCapacity = min(patientCapacity ?? .max, self.capacity)
  }

  /// Samples that found no room.
  var dropped: Int { state.withLock { $0.dropped } }

  /// Takes a sample; never waits.
  func push(_ sample: CapturedSample, overflow: Overflow) {
    let (waiter, taken) = state.withLock {
      state -> (CheckedContinuation<Result<CapturedSample?, CaptureError>, Never>?, CapturedSample?) in
      guard !state.isEnded else { return (nil, nil) }
      guard let sample = admit(sample, overflow, &state) else { return (nil, nil) }
      if let waiter = state.waiter {
        state.waiter = nil
        return (waiter, sample)
      }
      state.samples.append(sample)
      state.byteCount += sample.sample.byteCount
      return (nil, nil)
    }
    if let taken { waiter?.resume(returning: .success(taken)) }
  }

  /// What becomes of a sample; `nil` where it is dropped.
  private func admit(_ sample: CapturedSample, _ overflow: Overflow, _ state: inout State) -> CapturedSample? {
    var isFull = state.samples.count >= capacity || state.byteCount >= byteCapacity
    switch overflow {
    case .dropOldest:
      while isFull, state.take() != nil {
        state.dropped += 1
        isFull = state.samples.count >= capacity || state.byteCount >= byteCapacity
      }
      return sample
    case .dropToKeyFrame:
      if isFull || (state.isAwaitingKeyFrame && !sample.sample.isKeyFrame) {
        state.isAwaitingKeyFrame = true
        state.dropped += 1
        return nil
      }
      state.isAwaitingKeyFrame = false
      return sample
    case .dropNewest:
      if isFull {
        state.isGapPending = true
        state.dropped += 1
        return nil
      }
      defer { state.isGapPending = false }
      return state.isGapPending ? sample.afterGap : sample
    }
  }

  /// Its source waits for room: it makes samples faster than real time.
  var isPatient: Bool { state.withLock { $0.isPatient } }

  /// Waits until there is room.
  /// - Parameter isWanted: Asked again after each `wakeWaiting()`.
  /// - Returns: False once the queue has ended, or the sample is not wanted.
  func waitForRoom(while isWanted: () -> Bool) -> Bool {
    state.withLock { $0.isPatient = true }
    return lock.withLock {
      while isWanted() {
        let (isEnded, hasRoom) = state.withLock {
          ($0.isEnded, $0.samples.count < patientCapacity && $0.byteCount < byteCapacity)
        }
        if isEnded { return false }
        if hasRoom { return true }
        roomChanged.wait(releasing: lock)
      }
      return false
    }
  }

  /// Has whoever waits for room look again whether it still matters.
  func wakeWaiting() { lock.withLock { roomChanged.broadcast() } }

  /// Ends the queue: what is in it can still be taken, then comes `nil` or `failure`.
  func end(_ failure: CaptureError? = nil) {
    let waiter = state.withLock {
      state -> CheckedContinuation<Result<CapturedSample?, CaptureError>, Never>? in
      guard !state.isEnded else { return nil }
      state.isEnded = true
      state.failure = failure
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume(returning: failure.map { .failure($0) } ?? .success(nil))
    wakeWaiting()
  }

  /// Begins anew, empty, after an end.
  func reopen() {
    state.withLock { state in
      state.samples.removeAll()
      state.byteCount = 0
      state.isAwaitingKeyFrame = false
      state.isGapPending = false
      state.isEnded = false
      state.failure = nil
    }
  }

  /// The next sample; `nil` at the end.
  func next(isolation: isolated (any Actor)? = #isolation) async throws(CaptureError) -> CapturedSample? {
    if let result = takeOrEnd() { return try result.get() }
    let result = await withCheckedContinuation { continuation in
      // Between the look above and here a sample may have come.
      let result = state.withLock { state -> Result<CapturedSample?, CaptureError>? in
        if let result = Self.result(&state) { return result }
        precondition(state.waiter == nil, "one task at a time may take from an output")
        state.waiter = continuation
        return nil
      }
      if let result {
        continuation.resume(returning: result)
        wakeWaiting()
      }
    }
    // A continuation that is resumed before its task sleeps orders nothing that Thread Sanitizer sees; the lock does.
    state.withLock { _ in }
    return try result.get()
  }

  private func takeOrEnd() -> Result<CapturedSample?, CaptureError>? {
    let result = state.withLock { Self.result(&$0) }
    if result != nil { wakeWaiting() }
    return result
  }

  private static func result(_ state: inout State) -> Result<CapturedSample?, CaptureError>? {
    if let sample = state.take() { return .success(sample) }
    guard state.isEnded else { return nil }
    return state.failure.map { .failure($0) } ?? .success(nil)
  }
}
