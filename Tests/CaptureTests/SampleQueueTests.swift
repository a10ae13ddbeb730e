import Codecs
import Media
import Testing

@testable import Capture

struct SampleQueueTests {
  private static func picture(_ time: Int64) throws -> CapturedSample {
    CapturedSample(
      try .picture(
        size: PixelSize(width: 2, height: 2), pixelFormat: .nv12, color: .bt709, time: time, duration: 1
      ) { _ in })
  }

  private static func packet(_ time: Int64, isKeyFrame: Bool) throws -> CapturedSample {
    let bytes: [UInt8] = [1, 2, 3]
    return CapturedSample(
      try bytes.withUnsafeBytes { try .packet(copying: $0, isKeyFrame: isKeyFrame, time: time, duration: 1) })
  }

  private static func times(of queue: SampleQueue) async throws -> [Int64] {
    queue.end()
    var times: [Int64] = []
    while let sample = try await queue.next() { times.append(sample.sample.presentationTime?.value ?? -1) }
    return times
  }

  @Test func `late pictures are dropped oldest first, and counted`() async throws {
    let queue = SampleQueue(capacity: 3)
    for time in 0..<10 { queue.push(try Self.picture(Int64(time)), overflow: .dropOldest) }
    #expect(queue.dropped == 7)
    #expect(try await Self.times(of: queue) == [7, 8, 9])
  }

  @Test func `packets that lean on each other are dropped to the next key frame`() async throws {
    let queue = SampleQueue(capacity: 2)
    for time in 0..<4 { queue.push(try Self.packet(Int64(time), isKeyFrame: time == 0), overflow: .dropToKeyFrame) }
    _ = try await queue.next()
    // There is room again, but what comes leans on what was lost.
    queue.push(try Self.packet(4, isKeyFrame: false), overflow: .dropToKeyFrame)
    queue.push(try Self.packet(5, isKeyFrame: true), overflow: .dropToKeyFrame)
    #expect(queue.dropped == 3)
    #expect(try await Self.times(of: queue) == [1, 5])
  }

  @Test func `sound that finds no room leaves word with what follows`() async throws {
    let queue = SampleQueue(capacity: 1)
    queue.push(try Self.picture(0), overflow: .dropNewest)
    queue.push(try Self.picture(1), overflow: .dropNewest)
    let first = try await queue.next()
    #expect(first?.isAfterGap == false)
    queue.push(try Self.picture(2), overflow: .dropNewest)
    let second = try await queue.next()
    #expect(second?.sample.presentationTime?.value == 2)
    #expect(second?.isAfterGap == true)
    #expect(queue.dropped == 1)
  }

  @Test func `a failure comes after what was captured before it`() async throws {
    let queue = SampleQueue(capacity: 4)
    queue.push(try Self.picture(0), overflow: .dropOldest)
    queue.end(CaptureError(code: .disconnected, message: "gone"))
    #expect(try await queue.next() != nil)
    let error = await #expect(throws: CaptureError.self) { try await queue.next() }
    #expect(error?.code == .disconnected)
    queue.reopen()
    queue.end()
    #expect(try await queue.next() == nil)
  }

  @Test func `whoever waits is woken by a sample and by the end`() async throws {
    let queue = SampleQueue(capacity: 4)
    async let taken = Self.twoTimes(from: queue)
    queue.push(try Self.picture(3), overflow: .dropOldest)
    queue.end()
    #expect(try await taken == [3, nil])
  }

  private static func twoTimes(from queue: SampleQueue) async throws -> [Int64?] {
    let first = try await queue.next()?.sample.presentationTime?.value
    let second = try await queue.next()?.sample.presentationTime?.value
    return [first, second]
  }
}
