internal import Platform

/// What one source delivers into: an output's door for that source alone, which closes when another takes its place.
final class OutputSink: SampleSink {
  private let core: OutputCore
  private let overflow: SampleQueue.Overflow
  private let isReleased = Locked(false)

  init(_ core: OutputCore, overflow: SampleQueue.Overflow) {
    self.core = core
    self.overflow = overflow
  }

  func deliver(_ sample: CapturedSample) { core.deliver(sample, overflow: overflow, from: self) }

  func waitForRoom() -> Bool { core.queue.waitForRoom { !isReleased.withLock { $0 } } }

  /// Lets the source go that waits for room: it is about to be stopped.
  func release() {
    isReleased.withLock { $0 = true }
    core.queue.wakeWaiting()
  }

  func note(_ event: CaptureEvent) { core.note(event) }

  func end(_ error: CaptureError?) { core.end(error, from: self) }
}
