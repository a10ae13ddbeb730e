import Capture
import Platform

/// Keeps what a source gives; room never ends until `limit` samples were given.
final class CollectingSink: SampleSink {
  struct Contents {
    var samples: [CapturedSample] = []
    var events: [CaptureEvent] = []
    var ends: [CaptureError?] = []
  }

  private let contents = Locked(Contents())
  private let limit: Int
  private let ended: EventDescriptor
  private let onSample: (@Sendable (CapturedSample) -> Void)?

  /// - Parameter onSample: Takes each sample in place of keeping it.
  init(limit: Int = .max, onSample: (@Sendable (CapturedSample) -> Void)? = nil) throws {
    self.limit = limit
    self.onSample = onSample
    ended = try EventDescriptor()
  }

  func deliver(_ sample: CapturedSample) {
    guard let onSample else { return contents.withLock { $0.samples.append(sample) } }
    onSample(sample)
  }

  func waitForRoom() -> Bool { contents.withLock { $0.samples.count < limit } }

  func note(_ event: CaptureEvent) { contents.withLock { $0.events.append(event) } }

  func end(_ error: CaptureError?) {
    contents.withLock { $0.ends.append(error) }
    ended.signal()
  }

  /// What came, after the end.
  func result() throws -> Contents {
    try StopSignal().wait(for: ended.descriptor, .readable)
    return contents.withLock { $0 }
  }
}
