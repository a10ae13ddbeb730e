import Codecs
import Testing

@testable import Recording

struct SoundLineTests {
  private static func ones(_ count: Int) -> PlanarSound { PlanarSound(channels: [[Float](repeating: 1, count: count)]) }

  @Test func `what follows directly is not faded, what stands apart is`() {
    var line = SoundLine(sampleRate: 1000, channelCount: 1)
    line.append(Self.ones(10), at: 0)
    line.append(Self.ones(10), at: 10)
    line.append(Self.ones(10), at: 25)
    line.settle()
    let sound = line.take(40).channels[0]
    #expect(Array(sound[0..<18]) == [Float](repeating: 1, count: 18))
    #expect(Array(sound[18..<27]) == [0.5, 0, 0, 0, 0, 0, 0, 0, 0.5])
    #expect(Array(sound[27..<33]) == [Float](repeating: 1, count: 6))
    #expect(Array(sound[33...]) == [0.5, 0, 0, 0, 0, 0, 0])
    #expect(line.silenceRead == 10)
  }

  @Test func `what comes too late, in part or whole, is left out`() {
    var line = SoundLine(sampleRate: 1000, channelCount: 1)
    _ = line.take(5)
    line.append(Self.ones(3), at: 0)
    #expect(line.end == 0)
    line.append(Self.ones(10), at: 0)
    #expect(line.end == 10)
    line.append(Self.ones(4), at: 8)
    #expect(line.end == 12)
    line.settle()
    #expect(line.take(7).channels[0] == [1, 1, 1, 1, 1, 0.5, 0])
  }

  @Test func `skipping passes over what is there and what will come`() {
    var line = SoundLine(sampleRate: 1000, channelCount: 1)
    line.append(Self.ones(10), at: 0)
    line.skip(30)
    line.append(Self.ones(10), at: 10)
    line.append(Self.ones(20), at: 20)
    line.settle()
    #expect(line.read == 30)
    #expect(line.take(10).channels[0].prefix(8) == [1, 1, 1, 1, 1, 1, 1, 1])
    #expect(line.silenceRead == 0)
  }

  @Test func `the oldest sound after a place is forgotten, what is before it stays`() {
    var line = SoundLine(sampleRate: 1000, channelCount: 1)
    for block in 0..<100 {
      line.append(Self.ones(10), at: block * 10)
      line.keepLast(100, beyond: 15)
    }
    line.settle()
    let sound = line.take(1000).channels[0]
    #expect(sound.prefix(20).allSatisfy { $0 == 1 })
    #expect(sound[30..<850].allSatisfy { $0 == 0 })
    #expect(sound[900..<998].allSatisfy { $0 == 1 })
  }
}
