import TestSupport
import Testing

@testable import Recording

struct SoundCutsTests {
  @Test func `many cuts together are never half a sample off`() {
    var random = SplitMix64(state: 11)
    for rate in [8000, 44_100, 48_000] {
      var cuts = SoundCuts(sampleRate: rate)
      var (removed, exact, from) = (0, Int64(0), Int64(0))
      for _ in 0..<1000 {
        from += .random(in: 1...3_000_000_000, using: &random)
        let duration = Int64.random(in: 0...2_000_000_000, using: &random)
        cuts.add(from: from, duration: duration)
        from += duration
        exact += duration
        removed += cuts.next?.count ?? 0
        cuts.removeFirst()
        let off = Double(removed) - Double(exact) * 1e-9 * Double(rate)
        #expect(abs(off) <= 0.5001)
      }
    }
  }

  @Test func `cuts follow each other and never overlap`() {
    var cuts = SoundCuts(sampleRate: 48_000)
    cuts.add(from: 1_000_000_000, duration: 10_416)
    cuts.add(from: 1_000_010_416, duration: 20_833)
    #expect(cuts.next == SoundCuts.Cut(position: 48_000, count: 0))
    cuts.removeFirst()
    #expect(cuts.next == SoundCuts.Cut(position: 48_000, count: 1))
  }

  @Test func `nanoseconds come to the nearest sample on both sides of zero`() {
    #expect(SoundCuts.samples(1_000_010_417, at: 48_000) == 48_001)
    #expect(SoundCuts.samples(1_000_010_416, at: 48_000) == 48_000)
    #expect(SoundCuts.samples(-10_417, at: 48_000) == -1)
    #expect(SoundCuts.samples(3_600_000_000_000 * 1000, at: 192_000) == 3_600_000 * 192_000)
  }
}
