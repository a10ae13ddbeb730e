import Settings
import Testing

@testable import Recording

struct EncoderGovernorTests {
  private static func efforts(_ loads: [Double], drops: [Int]? = nil) -> [X264Preset] {
    var governor = EncoderGovernor(effort: .veryfast)
    return loads.enumerated().map { index, load in
      _ = governor.note(load: load, droppedPictures: drops?[index] ?? 0)
      return governor.effort
    }
  }

  @Test func `an encoder that keeps up is left alone, and so is one that is late for half a second`() {
    #expect(Set(Self.efforts(Array(repeating: 0.85, count: 600))) == [.veryfast])
    let now = (0..<600).map { $0 % 20 < 5 ? 1.0 : 0.5 }
    #expect(Set(Self.efforts(now)) == [.veryfast])
  }

  @Test func `a second of too much work is a step, and the next comes after three seconds at the earliest`() {
    let efforts = Self.efforts(Array(repeating: 0.99, count: 100))
    #expect(efforts[8] == .veryfast)
    #expect(efforts[9] == .superfast)
    #expect(efforts[48] == .superfast)
    #expect(efforts[49] == .ultrafast)
    #expect(efforts.last == .ultrafast)
  }

  @Test func `lost pictures are a reason too`() {
    var governor = EncoderGovernor(effort: .veryfast)
    let reasons = (1...10).map { governor.note(load: 0.3, droppedPictures: $0) }
    #expect(reasons.last == .droppedPictures)
    #expect(reasons.dropLast().allSatisfy { $0 == nil })
  }

  @Test func `work that is told in lumps is judged by the second`() {
    // A picture takes 190 ms of each 200: it shows in every other tenth of a second.
    let efforts = Self.efforts((0..<20).map { $0 % 2 == 0 ? 0 : 1.9 })
    #expect(efforts[8] == .veryfast)
    #expect(efforts[9] == .superfast)
    #expect(Set(Self.efforts((0..<200).map { $0 % 2 == 0 ? 0 : 1.7 })) == [.veryfast])
  }

  @Test func `a picture lost now and then is no reason`() {
    let losses = (0..<200).map { $0 / 8 }
    #expect(Set(Self.efforts(Array(repeating: 0.5, count: 200), drops: losses)) == [.veryfast])
  }

  @Test func `it never goes back`() {
    let efforts = Self.efforts(Array(repeating: 1.0, count: 10) + Array(repeating: 0.1, count: 500))
    #expect(efforts.last == .superfast)
  }
}
