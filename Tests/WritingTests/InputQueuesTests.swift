import Media
import Testing

@testable import Writing

struct InputQueuesTests {
  private typealias Queues = InputQueues<String, Int>

  private static func queues(capacity: Int = 4, count: Int = 2) -> Queues {
    var queues = Queues(window: MediaTime(value: 1, timescale: 2))
    for _ in 0..<count { queues.add(InputQueue(capacity: .init(samples: capacity, bytes: 1000))) }
    return queues
  }

  private static func entry(_ milliseconds: Int64?, bytes: Int = 1) -> InputQueue<String, Int>.Entry {
    .init(
      sample: milliseconds.map { "\($0)" } ?? "?", time: milliseconds.map { MediaTime(value: $0, timescale: 1000) },
      byteCount: bytes)
  }

  private static func take(_ queues: inout Queues) -> String? {
    guard let (input, work) = queues.take() else { return nil }
    switch work {
    case .sample(let sample, let resumed): return "\(input):\(sample)" + resumed.map { " wakes \($0)" }.joined()
    case .end: return "\(input) ends"
    }
  }

  private static func offer(
    _ queues: inout Queues, _ input: Int, _ milliseconds: Int64?, bytes: Int = 1, isTaken: Bool = true
  ) {
    let taken = queues.update(input) { $0.offer(entry(milliseconds, bytes: bytes)) }
    #expect(taken == isTaken)
  }

  private static func expect(_ expected: String?, from queues: inout Queues) {
    let taken = take(&queues)
    #expect(taken == expected)
  }

  @Test("The input that is furthest behind is served first")
  func order() {
    var queues = Self.queues()
    for time: Int64 in [0, 100, 200] { Self.offer(&queues, 0, time) }
    for time: Int64 in [0, 150] { Self.offer(&queues, 1, time) }
    var taken: [String] = []
    while let next = Self.take(&queues) { taken.append(next) }
    #expect(taken == ["0:0", "1:0", "0:100", "1:150", "0:200"])
  }

  @Test("A full queue lets its tasks wait, and resumes them in order as room comes")
  func waiting() {
    var queues = Self.queues(capacity: 2, count: 1)
    Self.offer(&queues, 0, 0)
    Self.offer(&queues, 0, 1)
    Self.offer(&queues, 0, 2, isTaken: false)
    queues.update(0) { $0.wait(Self.entry(2), key: 7, waiter: 70) }
    queues.update(0) { $0.wait(Self.entry(3), key: 8, waiter: 80) }
    Self.expect("0:0 wakes 70", from: &queues)
    // Nobody overtakes one who waits.
    Self.offer(&queues, 0, 4, isTaken: false)
    let cancelled = [8, 8].map { key in queues.update(0) { $0.cancelWait(key: key) } }
    #expect(cancelled == [80, nil])
    Self.expect("0:1", from: &queues)
    Self.expect("0:2", from: &queues)
    Self.expect(nil, from: &queues)
  }

  @Test("Bytes fill a queue too, but one large sample is always taken")
  func bytes() {
    var queues = Self.queues(count: 1)
    Self.offer(&queues, 0, 0, bytes: 5000)
    Self.offer(&queues, 0, 1, isTaken: false)
  }

  @Test("A leader waits for a live input that lags by more than the window, and no longer than it lives")
  func window() {
    var queues = Self.queues(capacity: 100)
    for time in stride(from: Int64(0), through: 1000, by: 100) {
      Self.offer(&queues, 0, time)
    }
    var taken: [String] = []
    while let next = Self.take(&queues) { taken.append(next) }
    // The other has not begun: it is taken to begin at the same time.
    #expect(taken.last == "0:500")
    Self.offer(&queues, 1, 200)
    taken = []
    while let next = Self.take(&queues) { taken.append(next) }
    #expect(taken == ["1:200", "0:600", "0:700"])
    _ = queues.update(1) { $0.finish() }
    Self.expect("1 ends", from: &queues)
    Self.expect("0:800", from: &queues)
  }

  @Test("An input that begins late lets the others go as soon as its first sample is there")
  func late() {
    var queues = Self.queues(capacity: 1000)
    for time in stride(from: Int64(0), through: 60_000, by: 1000) {
      Self.offer(&queues, 0, time)
    }
    Self.expect("0:0", from: &queues)
    Self.expect(nil, from: &queues)
    Self.offer(&queues, 1, 59_500)
    var last: String?
    var count = 0
    while let next = Self.take(&queues) { (last, count) = (next, count + 1) }
    #expect(last == "0:60000")
    #expect(count == 61)
  }

  @Test("Samples without times keep their place, and nothing is lost at the end")
  func untimed() {
    var queues = Self.queues(count: 1)
    Self.offer(&queues, 0, nil)
    Self.offer(&queues, 0, 5)
    queues.update(0) { $0.wait(Self.entry(6), key: 1, waiter: 10) }
    let late = queues.update(0) { $0.finish() }
    #expect(late == [10])
    Self.expect("0:?", from: &queues)
    Self.expect("0:5", from: &queues)
    #expect(!queues.isExhausted)
    Self.expect("0 ends", from: &queues)
    #expect(queues.isExhausted)
    Self.expect(nil, from: &queues)
  }
}
