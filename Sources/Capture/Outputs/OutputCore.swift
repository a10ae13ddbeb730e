internal import Media
internal import Platform

/// What both kinds of output are made of: a queue, statistics, and the sinks of the sources that feed it in turn.
final class OutputCore: Sendable {
  private struct State {
    var statistics = CaptureStatistics()
    var decimator: FrameDecimator?
    /// The sink that may deliver; others are of sources that were replaced.
    var current: ObjectIdentifier?
    var sourceNumber = 0
  }

  let queue: SampleQueue
  private let state: Locked<State>

  init(queue: SampleQueue, minFrameDuration: MediaTime?) {
    self.queue = queue
    state = Locked(State(decimator: minFrameDuration.map { FrameDecimator(minFrameDuration: $0) }))
  }

  var statistics: CaptureStatistics {
    var statistics = state.withLock { $0.statistics }
    statistics.droppedLate = queue.dropped
    return statistics
  }

  /// Makes `sink` the one that delivers; `nil` closes the door.
  func attach(_ sink: OutputSink?) {
    state.withLock { state in
      state.current = sink.map { ObjectIdentifier($0) }
      if sink != nil { state.sourceNumber += 1 }
    }
  }

  /// Of the source that delivers now; 0 before the first.
  var sourceNumber: Int { state.withLock { $0.sourceNumber } }

  /// The source behind `sink` has ended: so do the samples, unless another source has taken its place.
  func end(_ error: CaptureError?, from sink: OutputSink) {
    if isCurrent(sink) { queue.end(error) }
  }

  func deliver(_ sample: CapturedSample, overflow: SampleQueue.Overflow, from sink: OutputSink) {
    var sample = sample
    let number = state.withLock { state -> Int? in
      guard state.current == ObjectIdentifier(sink) else { return nil }
      state.statistics.captured += 1
      state.statistics.lostAtDevice += sample.lostBefore
      // A packet is part of those after it: it cannot be left out by itself.
      guard let time = sample.sample.presentationTime, overflow == .dropOldest else { return state.sourceNumber }
      if state.decimator?.keeps(time) == false {
        state.statistics.decimated += 1
        return nil
      }
      return state.sourceNumber
    }
    guard let number else { return }
    sample.sourceNumber = number
    queue.push(sample, overflow: overflow)
  }

  func note(_ event: CaptureEvent) { state.withLock { $0.statistics.events[event, default: 0] += 1 } }

  func isCurrent(_ sink: OutputSink) -> Bool { state.withLock { $0.current == ObjectIdentifier(sink) } }
}
