internal import Media
internal import Platform

/// A bounded queue between the reader's thread and one consumer's task.
///
/// The reader fills it up and goes on to another track; the consumer's taking wakes the reader again when a
/// quarter is left. Taking from a queue that has something is a lock and nothing more.
final class OutputQueue: Sendable {
  private struct State {
    private(set) var samples = Deque<SampleBuffer>()
    /// Of what waits.
    private(set) var byteCount = 0
    var isEnded = false
    var failure: ReadingError?
    var isFillRequested = false
    var waiter: CheckedContinuation<SampleBuffer?, any Error>?

    mutating func append(_ sample: SampleBuffer) {
      samples.append(sample)
      byteCount += sample.byteCount
    }

    mutating func take() -> SampleBuffer? {
      let sample = samples.popFirst()
      byteCount -= sample?.byteCount ?? 0
      return sample
    }

    mutating func removeAll() {
      samples.removeAll()
      byteCount = 0
    }
  }

  private let state = Locked(State())
  private let capacity: Int
  private let byteCapacity: Int

  /// - Parameters:
  ///   - capacity: Samples that wait at most.
  ///   - byteCapacity: With so many bytes waiting it is full too.
  init(capacity: Int, byteCapacity: Int = .max) {
    self.capacity = capacity
    self.byteCapacity = byteCapacity
  }

  var hasRoom: Bool {
    state.withLock { !$0.isEnded && $0.samples.count < capacity && $0.byteCount < byteCapacity }
  }

  /// The reader is woken when no more than a quarter is left: rarely, and then for several.
  private func isLow(_ state: State) -> Bool {
    state.samples.count <= capacity / 4 && state.byteCount <= byteCapacity / 4
  }

  /// Appends; the reader asks `hasRoom` first, but one sample more does no harm.
  func push(_ sample: SampleBuffer) {
    let waiter = state.withLock { state -> CheckedContinuation<SampleBuffer?, any Error>? in
      // Ended by a stop while the reader was at work: nobody wants it any more.
      guard !state.isEnded else { return nil }
      if let waiter = state.waiter {
        state.waiter = nil
        return waiter
      }
      state.append(sample)
      return nil
    }
    waiter?.resume(returning: sample)
  }

  /// Ends the queue: what is in it can still be taken, then comes `nil` or `failure`.
  func end(_ failure: ReadingError? = nil) {
    let waiter = state.withLock { state -> CheckedContinuation<SampleBuffer?, any Error>? in
      // A stop comes after the track's end too, as long as something of it is left.
      guard !state.isEnded || (failure != nil && !state.samples.isEmpty) else { return nil }
      state.isEnded = true
      state.failure = failure
      // A failure is not worth waiting for behind samples that nobody can use.
      if failure != nil { state.removeAll() }
      defer { state.waiter = nil }
      return state.waiter
    }
    if let failure { waiter?.resume(throwing: failure) } else { waiter?.resume(returning: nil) }
  }

  /// The reader has seen it full. True where the consumer has emptied it meanwhile and the reader must go on.
  func mustFillOn() -> Bool {
    state.withLock { state in
      let mustGoOn = !state.isEnded && isLow(state)
      state.isFillRequested = mustGoOn
      return mustGoOn
    }
  }

  /// The next sample; `nil` at the end.
  /// - Parameter requestFill: Called, outside the lock, when the reader must be woken.
  func next(
    isolation: isolated (any Actor)? = #isolation, requestFill: () -> Void
  ) async throws -> SampleBuffer? {
    enum Outcome {
      case sample(SampleBuffer?)
      case failure(ReadingError)
      case wait
    }
    let (outcome, mustFill) = state.withLock { state -> (Outcome, Bool) in
      let sample = state.take()
      let mustFill = !state.isEnded && !state.isFillRequested && isLow(state)
      if mustFill { state.isFillRequested = true }
      if let sample { return (.sample(sample), mustFill) }
      if let failure = state.failure { return (.failure(failure), false) }
      return (state.isEnded ? .sample(nil) : .wait, mustFill)
    }
    switch outcome {
    case .sample(let sample):
      if mustFill { requestFill() }
      return sample
    case .failure(let failure): throw failure
    case .wait: break
    }
    let sample = try await withCheckedThrowingContinuation { continuation in
      // Between the look above and here the reader may have pushed or ended.
      let (outcome, mustFill) = state.withLock { state -> (Outcome, Bool) in
        if let sample = state.take() { return (.sample(sample), mustFill) }
        if let failure = state.failure { return (.failure(failure), false) }
        if state.isEnded { return (.sample(nil), false) }
        precondition(state.waiter == nil, "one task at a time may take from an output")
        state.waiter = continuation
        // The fill that was under way may have ended in between.
        let mustFillNow = mustFill || !state.isFillRequested
        state.isFillRequested = true
        return (.wait, mustFillNow)
      }
      switch outcome {
      case .sample(let sample): continuation.resume(returning: sample)
      case .failure(let failure): continuation.resume(throwing: failure)
      case .wait: break
      }
      if mustFill { requestFill() }
    }
    // A continuation that is resumed before its task sleeps orders nothing that Thread Sanitizer sees; the lock does.
    state.withLock { _ in }
    return sample
  }
}
