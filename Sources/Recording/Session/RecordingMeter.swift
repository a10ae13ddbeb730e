internal import Media
internal import Platform

/// How a recording goes, gathered from its tasks, and given out as a stream of which the newest value counts.
final class RecordingMeter: Sendable {
  private struct State {
    var status: RecordingStatus
    /// Positions of the pictures of the last second, in nanoseconds of the recording.
    var recent = Deque<Int64>()
    var lastBusy: [Duration] = []
    var lastTick: ContinuousClock.Instant?
  }

  let stream: AsyncStream<RecordingStatus>
  private let continuation: AsyncStream<RecordingStatus>.Continuation
  private let state: Locked<State>

  init(maximumDuration: MediaTime?) {
    (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    state = Locked(State(status: RecordingStatus(phase: .starting, maximumDuration: maximumDuration)))
  }

  deinit { continuation.finish() }

  func update(_ change: @Sendable (inout RecordingStatus) -> Void) { state.withLock { change(&$0.status) } }

  /// A picture was written that stands at `position` nanoseconds.
  func noteFrame(at position: Int64, duration: Int64) {
    state.withLock { state in
      state.status.framesWritten += 1
      state.status.duration = MediaTime(value: duration, timescale: 1_000_000_000)
      state.recent.append(position)
      while let first = state.recent.first, first <= position - 1_000_000_000 { _ = state.recent.popFirst() }
      state.status.frameRate = Double(state.recent.count)
    }
  }

  /// Gives the status out.
  /// - Parameter busy: How long each thread that may be too slow has worked so far.
  /// - Returns: The part of the time since the last call that the busiest of them worked.
  func tick(busy: [Duration], now: ContinuousClock.Instant) -> Double {
    let status = state.withLock { state in
      if let last = state.lastTick, state.lastBusy.count == busy.count, last < now {
        let elapsed = last.duration(to: now)
        state.status.encoderLoad = zip(busy, state.lastBusy).map { ($0 - $1) / elapsed }.max() ?? 0
      }
      state.lastBusy = busy
      state.lastTick = now
      return state.status
    }
    continuation.yield(status)
    return status.encoderLoad
  }

  func finish() { continuation.finish() }
}
