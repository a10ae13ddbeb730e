import CFFmpeg
import Codecs
import Media
import Platform
import Testing

@testable import Reading

@Suite(.serialized, .timeLimit(.minutes(15))) struct OutputQueueTests {
  /// Fills a queue on a thread of its own when asked, as the reader does.
  private final class Filler: Sendable {
    let queue: OutputQueue
    let executor: ThreadExecutor
    private let produced = Locked(0)
    private let total: Int

    init(capacity: Int, total: Int) throws {
      queue = OutputQueue(capacity: capacity)
      executor = try ThreadExecutor(name: "filler")
      self.total = total
    }

    func request() {
      executor.schedule { self.fill() }
    }

    private func fill() {
      repeat {
        while queue.hasRoom {
          let number = produced.withLock { count -> Int in
            count += 1
            return count
          }
          if number > total { queue.end() } else if let sample = Self.sample(number) { queue.push(sample) }
        }
      } while queue.mustFillOn()
    }

    private static func sample(_ number: Int) -> SampleBuffer? {
      guard let packet = av_packet_alloc() else { return nil }
      packet.pointee.pts = Int64(number)
      return SampleBuffer(taking: packet, mediaType: .data, timeBase: Rational(1, 1))
    }

    func next() async throws -> SampleBuffer? { try await queue.next { request() } }
  }

  @Test("everything arrives, in order, whatever the capacity", arguments: [1, 2, 3, 4, 64])
  func order(capacity: Int) async throws {
    let filler = try Filler(capacity: capacity, total: 20_000)
    var expected: Int64 = 0
    while let sample = try await filler.next() {
      expected += 1
      #expect(sample.presentationTime == MediaTime(value: expected, timescale: 1))
    }
    #expect(expected == 20_000)
    #expect(try await filler.next() == nil)
  }

  @Test("many queues on one thread, taken from at once, lose no wake-up")
  func many() async throws {
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for index in 0..<16 {
        let filler = try Filler(capacity: 1 + index % 5, total: 2000)
        group.addTask {
          var count = 0
          while try await filler.next() != nil {
            count += 1
            if count % 7 == index % 7 { await Task.yield() }
          }
          return count
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(counts == 16 * 2000)
  }

  @Test("it is full by bytes too, and low when a quarter of them is left")
  func bytes() async throws {
    let queue = OutputQueue(capacity: 64, byteCapacity: 1000)
    func push() throws {
      let packet = try #require(av_packet_alloc())
      #expect(av_new_packet(packet, 600) == 0)
      queue.push(SampleBuffer(taking: packet, mediaType: .data, timeBase: Rational(1, 1)))
    }
    try push()
    #expect(queue.hasRoom && !queue.mustFillOn())
    try push()
    #expect(!queue.hasRoom && !queue.mustFillOn())
    let requests = Locked(0)
    for expected in [0, 1] {
      _ = try await queue.next { requests.withLock { $0 += 1 } }
      #expect(requests.withLock { $0 } == expected)
    }
    #expect(queue.hasRoom && queue.mustFillOn())
  }

  @Test("a failure reaches who waits and who comes later, before what was queued")
  func failure() async throws {
    let queue = OutputQueue(capacity: 4)
    let waiting = Task { try await queue.next {} }
    let failure = ReadingError(code: .damaged, message: "gone")
    queue.end(failure)
    await #expect(throws: ReadingError.self) { try await waiting.value }
    await #expect(throws: ReadingError.self) { try await queue.next {} }
    #expect(!queue.hasRoom && !queue.mustFillOn())
  }
}
