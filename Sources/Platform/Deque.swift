/// A first-in, first-out queue in one growing ring of memory: adding and taking cost the same however long it is.
///
/// What was taken is no longer referenced, at once: queues of pictures must not keep memory that nobody waits for.
public struct Deque<Element> {
  private var ring: [Element?] = []
  private var head = 0
  public private(set) var count = 0

  public init() {}

  public var isEmpty: Bool { count == 0 }

  public var first: Element? { isEmpty ? nil : ring[head] }

  public mutating func append(_ element: Element) {
    if count == ring.count { grow() }
    ring[(head + count) % ring.count] = element
    count += 1
  }

  /// Takes the oldest element; `nil` where there is none.
  public mutating func popFirst() -> Element? {
    guard count > 0 else { return nil }
    defer {
      ring[head] = nil
      head = (head + 1) % ring.count
      count -= 1
    }
    return ring[head]
  }

  public mutating func removeAll() {
    ring = []
    head = 0
    count = 0
  }

  private mutating func grow() {
    var larger: [Element?] = []
    larger.reserveCapacity(max(8, ring.count * 2))
    for index in 0..<count { larger.append(ring[(head + index) % ring.count]) }
    larger.append(contentsOf: repeatElement(nil, count: max(8, ring.count * 2) - count))
    ring = larger
    head = 0
  }
}

extension Deque: Sendable where Element: Sendable {}
