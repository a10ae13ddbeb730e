import Media
import Testing

@testable import Writing

struct InterleaverTests {
  private func milliseconds(_ value: Int64) -> MediaTime { MediaTime(value: value, timescale: 1000) }

  private func drain(_ interleaver: inout Interleaver<String>) -> [String] {
    var all: [String] = []
    while let (_, packet) = interleaver.pop() { all.append(packet) }
    return all
  }

  @Test("The packet that is decoded first comes next, of equals the first track's")
  func order() {
    var interleaver = Interleaver<String>(trackCount: 2)
    for time: Int64 in [0, 40, 80] {
      interleaver.push("v\(time)", track: 0, decodeTime: milliseconds(time), byteCount: 10)
    }
    for time: Int64 in [-21, 0, 21, 43] {
      interleaver.push("a\(time)", track: 1, decodeTime: milliseconds(time), byteCount: 1)
    }
    #expect(drain(&interleaver) == ["a-21", "v0", "a0", "a21", "v40", "a43"])
    #expect(interleaver.byteCount == 10)
    interleaver.finish(track: 1)
    #expect(drain(&interleaver) == ["v80"])
    #expect(interleaver.byteCount == 0)
  }

  @Test("Packets wait for a track that has none yet, but not for one that has ended")
  func waiting() {
    var interleaver = Interleaver<String>(trackCount: 2)
    interleaver.push("v0", track: 0, decodeTime: .zero, byteCount: 10)
    #expect(drain(&interleaver).isEmpty)
    interleaver.finish(track: 1)
    #expect(drain(&interleaver) == ["v0"])
  }

  @Test("A track without packets holds the others up by 100 bytes at most")
  func byteLimit() {
    var interleaver = Interleaver<String>(
      trackCount: 2, limits: .init(bytes: 100, time: MediaTime(value: 100, timescale: 1)))
    for index: Int64 in 0..<30 {
      interleaver.push("v\(index)", track: 0, decodeTime: milliseconds(index), byteCount: 10)
      _ = drain(&interleaver)
      #expect(interleaver.byteCount <= 100)
    }
    // The late track's packets, though behind, still come out, and in order among themselves.
    interleaver.push("a0", track: 1, decodeTime: .zero, byteCount: 1)
    interleaver.finish(track: 1)
    let rest = drain(&interleaver)
    #expect(rest.first == "a0")
    #expect(rest.dropFirst() == ["v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27", "v28", "v29"])
  }

  @Test("A track without packets holds the others up by the time limit at most")
  func timeLimit() {
    var interleaver = Interleaver<String>(
      trackCount: 2, limits: .init(bytes: 1000, time: MediaTime(value: 1, timescale: 1)))
    for time: Int64 in [0, 500, 1000, 1500] {
      interleaver.push("\(time)", track: 0, decodeTime: milliseconds(time), byteCount: 1)
    }
    #expect(drain(&interleaver) == ["0"])
  }

  @Test("Thousands of packets keep their order")
  func many() {
    var interleaver = Interleaver<String>(trackCount: 2)
    var written: [Int64] = []
    for index: Int64 in 0..<3000 {
      interleaver.push("", track: 0, decodeTime: milliseconds(index * 33), byteCount: 1)
      interleaver.push("", track: 1, decodeTime: milliseconds(index * 33 + 7), byteCount: 1)
      while let (track, _) = interleaver.pop() { written.append(Int64(track)) }
    }
    interleaver.finish(track: 0)
    interleaver.finish(track: 1)
    while let (track, _) = interleaver.pop() { written.append(Int64(track)) }
    #expect(written.count == 6000)
    #expect(written.enumerated().allSatisfy { Int64($0.offset % 2) == $0.element })
  }
}
