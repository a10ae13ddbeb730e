internal import Media

/// One input's bounded queue between the appending task and the writer's thread. Pure.
struct InputQueue<Sample, Waiter> {
  struct Capacity: Hashable, Sendable {
    var samples: Int
    /// A sample that is larger by itself is still taken when nothing else is queued.
    var bytes: Int
  }

  struct Entry {
    let sample: Sample
    /// `nil` where the sample does not say.
    let time: MediaTime?
    let byteCount: Int
  }

  private let capacity: Capacity
  private var entries: [Entry] = []
  private var byteCount = 0
  private var waiting: [(key: Int, entry: Entry, waiter: Waiter)] = []
  private(set) var isFinished = false
  /// The end was handed out too.
  private(set) var isExhausted = false
  /// Time of the last sample that was taken.
  private(set) var latest: MediaTime?

  init(capacity: Capacity) { self.capacity = capacity }

  /// Time of the sample that is taken next.
  var head: MediaTime? { entries.first.map { $0.time ?? latest ?? .zero } }
  var isEmpty: Bool { entries.isEmpty }
  /// May still get samples.
  var isLive: Bool { !isFinished }

  /// Queues `entry` where there is room; false where its task must wait.
  mutating func offer(_ entry: Entry) -> Bool {
    guard waiting.isEmpty, hasRoom(for: entry) else { return false }
    append(entry)
    return true
  }

  /// Keeps `entry` aside until there is room; first come, first served.
  mutating func wait(_ entry: Entry, key: Int, waiter: Waiter) { waiting.append((key, entry, waiter)) }

  /// Forgets a waiting entry; `nil` where it is no longer waiting.
  mutating func cancelWait(key: Int) -> Waiter? {
    guard let index = waiting.firstIndex(where: { $0.key == key }) else { return nil }
    return waiting.remove(at: index).waiter
  }

  /// The next sample, with those who need not wait any longer.
  mutating func take() -> (entry: Entry, resumed: [Waiter])? {
    guard !entries.isEmpty else { return nil }
    let entry = entries.removeFirst()
    byteCount -= entry.byteCount
    latest = entry.time ?? latest ?? .zero
    // Half empty first, then on: each wake-up then moves several samples.
    return (entry, entries.count <= capacity.samples / 2 ? admitWaiting() : [])
  }

  /// Takes in those who wait, as far as there is room.
  mutating func admitWaiting() -> [Waiter] {
    var admitted: [Waiter] = []
    while let first = waiting.first, hasRoom(for: first.entry) {
      append(first.entry)
      admitted.append(first.waiter)
      waiting.removeFirst()
    }
    return admitted
  }

  /// No more samples. Whoever still waits comes too late, and is returned.
  mutating func finish() -> [Waiter] {
    isFinished = true
    return removeWaiters()
  }

  /// Says once that the queue has ended.
  mutating func takeEnd() -> Bool {
    guard isFinished, entries.isEmpty, !isExhausted else { return false }
    isExhausted = true
    return true
  }

  /// Throws everything away; returns whoever waited.
  mutating func clear() -> [Waiter] {
    entries = []
    byteCount = 0
    return removeWaiters()
  }

  private mutating func removeWaiters() -> [Waiter] {
    defer { waiting = [] }
    return waiting.map(\.waiter)
  }

  private func hasRoom(for entry: Entry) -> Bool {
    entries.isEmpty || (entries.count < capacity.samples && byteCount + entry.byteCount <= capacity.bytes)
  }

  private mutating func append(_ entry: Entry) {
    entries.append(entry)
    byteCount += entry.byteCount
  }
}

extension InputQueue.Entry: Sendable where Sample: Sendable {}
