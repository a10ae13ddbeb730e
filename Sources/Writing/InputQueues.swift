internal import Media

/// The queues of all inputs, and the choice of which is served next. Pure.
///
/// The input that is furthest behind is served first. One that runs ahead of a live input by more than `window` is not
/// served, so its queue fills and its task waits. That is safe because each input has a task of its own: the one that
/// lags never waits for the one that leads. A single task that feeds several inputs may run ahead by the window and the
/// queue's capacity.
struct InputQueues<Sample, Waiter> {
  enum Work {
    case sample(Sample, resumed: [Waiter])
    case end
  }

  private let window: MediaTime
  private(set) var queues: [InputQueue<Sample, Waiter>] = []
  /// Where each input's samples begin.
  private var starts: [MediaTime?] = []

  /// - Parameter window: How far an input may run ahead of another. Times are those of samples, not of packets: an
  ///   encoder's delay does not count.
  init(window: MediaTime) { self.window = window }

  mutating func add(_ queue: InputQueue<Sample, Waiter>) {
    queues.append(queue)
    starts.append(nil)
  }

  /// Reaches one queue.
  mutating func update<Result>(_ index: Int, _ body: (inout InputQueue<Sample, Waiter>) -> Result) -> Result {
    body(&queues[index])
  }

  /// Whether every input was exhausted.
  var isExhausted: Bool { queues.allSatisfy(\.isExhausted) }

  /// The next thing to do, and for which input; `nil` where there is nothing, or the leader must wait.
  mutating func take() -> (input: Int, work: Work)? {
    for index in queues.indices where queues[index].takeEnd() { return (index, .end) }
    var next: (index: Int, time: MediaTime)?
    for (index, queue) in queues.enumerated() {
      guard let head = queue.head else { continue }
      if next.map({ head < $0.time }) ?? true { next = (index, head) }
    }
    guard let next else { return nil }
    let start = starts[next.index] ?? next.time
    starts[next.index] = start
    for queue in queues where queue.isEmpty && queue.isLive {
      // An input that has not begun is taken to begin together with this one.
      if (queue.latest ?? start) + window < next.time { return nil }
    }
    return queues[next.index].take().map { (next.index, .sample($0.entry.sample, resumed: $0.resumed)) }
  }

  /// Takes in whoever waits and has room: before the writer sleeps, since it may sleep until one of them sends more.
  mutating func admitWaiting() -> [Waiter] { queues.indices.flatMap { queues[$0].admitWaiting() } }
}
