import Capture
import Foundation
import Media
import Platform

/// Counts what a source delivers, and keeps the first pictures for as long as it is told.
final class CameraSink: SampleSink, @unchecked Sendable {
  // Safe: everything is touched under `lock` alone.
  private let lock = Lock()
  private let changed = Condition()
  private let keptCount: Int
  private var kept: [CapturedSample] = []
  private var seen: [Arrival] = []
  private var noted: [CaptureEvent] = []
  private var ending: Ending?

  /// What is remembered of each sample.
  struct Arrival: Hashable {
    let time: MediaTime?
    let lostBefore: Int
    let isTimeEstimated: Bool
    let isKeyFrame: Bool
    let byteCount: Int
    let size: PixelSize?
  }

  struct Ending {
    let error: CaptureError?
  }

  private let onSample: (@Sendable () -> Void)?

  /// - Parameters:
  ///   - keeping: So many samples, the first ones, stay alive until `letGo()`.
  ///   - onSample: Called on the source's thread with each.
  init(keeping keptCount: Int = 0, onSample: (@Sendable () -> Void)? = nil) {
    self.keptCount = keptCount
    self.onSample = onSample
  }

  func deliver(_ sample: CapturedSample) {
    defer { onSample?() }
    lock.withLock {
      seen.append(
        Arrival(
          time: sample.sample.presentationTime, lostBefore: sample.lostBefore,
          isTimeEstimated: sample.isTimeEstimated, isKeyFrame: sample.sample.isKeyFrame,
          byteCount: sample.sample.byteCount, size: sample.sample.pixelSize))
      if kept.count < keptCount { kept.append(sample) }
      changed.broadcast()
    }
  }

  func waitForRoom() -> Bool { true }
  func note(_ event: CaptureEvent) { lock.withLock { noted.append(event) } }

  func end(_ error: CaptureError?) {
    lock.withLock {
      ending = Ending(error: error)
      changed.broadcast()
    }
  }

  var samples: [CapturedSample] { lock.withLock { kept } }
  var arrivals: [Arrival] { lock.withLock { seen } }
  var events: [CaptureEvent] { lock.withLock { noted } }
  var end: Ending? { lock.withLock { ending } }

  func letGo() {
    var dropped: [CapturedSample] = []
    lock.withLock { swap(&dropped, &kept) }
  }

  /// Waits, on the calling thread, until so many samples have come or the source has ended.
  func wait(forSamples count: Int) {
    lock.withLock {
      while seen.count < count, ending == nil { changed.wait(releasing: lock) }
    }
  }

  /// Waits, on the calling thread, until the source has ended.
  func waitForEnd() {
    lock.withLock {
      while ending == nil { changed.wait(releasing: lock) }
    }
  }
}
