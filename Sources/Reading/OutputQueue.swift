internal import Media
internal import Platform

/// A bounded queue between the reader's thread and one consumer's task.
///
/// The reader fills it up and goes on to another track; the consumer's taking wakes the reader again when a
/// quarter is left. Taking from a queue that has something is a lock and nothing more.
final class OutputQueue: Sendable {
  private struct State {
    var samples = Deque<SampleBuffer>()
    var isEnded = false
    var failure: ReadingError?
    var isFillRequested = false
    var waiter: CheckedContinuation<SampleBuffer?, any Error>?
  }

  private let state = Locked(State())
  private let capacity: Int
  /// The reader is woken when no more than this are left: rarely, and then for several.
  private var refillLevel: Int { capacity / 4 }

  /// - Parameter capacity: Samples that wait at most.
  init(capacity: Int) { self.capacity = capacity }

  var hasRoom: Bool { state.withLock { $0.samples.count < capacity && !$0.isEnded } }

  /// Appends; the reader asks `hasRoom` first, but one sample more does no harm.
  func push(_ sample: SampleBuffer) {
    let waiter = state.withLock { state -> CheckedContinuation<SampleBuffer?, any Error>? in
      // Ended by a stop while the reader was at work: nobody wants it any more.
      guard !state.isEnded else { return nil }
      if let waiter = state.waiter {
        state.waiter = nil
        return waiter
      }
      state.samples.append(sample)
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
      if failure != nil { state.samples.removeAll() }
      defer { state.waiter = nil }
      return state.waiter
    }
    if let failure { waiter?.resume(throwing: failure) } else { waiter?.resume(returning: nil) }
  }

  /// The reader has seen it full. True where the consumer has emptied it meanwhile and the reader must go on.
  func mustFillOn() -> Bool {
    state.withLock { state in
      let mustGoOn = !state.isEnded && state.samples.count <= refillLevel
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
      let sample = state.samples.popFirst()
      let mustFill = !state.isEnded && !state.isFillRequested && state.samples.count <= refillLevel
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
    return try await withCheckedThrowingContinuation { continuation in
      // Between the look above and here the reader may have pushed or ended.
      let (outcome, mustFill) = state.withLock { state -> (Outcome, Bool) in
        if let sample = state.samples.popFirst() { return (.sample(sample), mustFill) }
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
  }
}
