import TestSupport
import Testing

@testable import Recording

struct AudioClockTests {
  /// Observes pieces of 10 ms of a clock of 48 kHz that is `deviation` parts in a million fast; returns the largest error
  /// in seconds after each piece, of those from `settled` on.
  private static func largestError(
    _ clock: inout AudioClock, seconds: Int, deviation: Double, settled: Int, stampError: (Int) -> Double
  ) -> Double {
    var largest = 0.0
    for piece in 0..<seconds * 100 {
      let number = Int64(piece * 480)
      let time = Double(number) / 48_000 / (1 + deviation * 1e-6)
      _ = clock.observe(sample: number, stamp: Int64((time + stampError(piece) + 1000) * 1e9))
      guard piece >= settled, let estimate = clock.time(ofSample: Double(number)) else { continue }
      largest = max(largest, abs(estimate * 1e-9 - 1000 - time))
    }
    return largest
  }

  @Test func `exact stamps are taken as they are, from the first on`() {
    var clock = AudioClock(sampleRate: 48_000)
    #expect(clock.time(ofSample: 0) == nil)
    let error = Self.largestError(&clock, seconds: 20, deviation: 250, settled: 0) { _ in 0 }
    #expect(error < 100e-6)
    #expect(abs((clock.rateDeviation ?? 0) - 250) < 3)
  }

  @Test func `jitter of 5 ms is filtered to less than one`() {
    var random = SplitMix64(state: 3)
    var clock = AudioClock(sampleRate: 48_000)
    let early = Self.largestError(&clock, seconds: 60, deviation: -300, settled: 1000) { _ in
      .random(in: -0.005...0.005, using: &random)
    }
    #expect(early < 0.001)
    #expect(abs((clock.rateDeviation ?? 0) + 300) < 20)
  }

  @Test func `a first stamp that is far off does no lasting harm`() {
    var clock = AudioClock(sampleRate: 48_000)
    let error = Self.largestError(&clock, seconds: 2, deviation: 0, settled: 2) { $0 == 0 ? 0.2 : 0 }
    #expect(error < 0.0001)
  }

  @Test func `a stall is not believed, a jump is, once it lasts`() {
    var clock = AudioClock(sampleRate: 48_000)
    let error = Self.largestError(&clock, seconds: 20, deviation: 0, settled: 0) { piece in
      (1000..<1020).contains(piece) ? 0.2 - Double(piece - 1000) * 0.01 : 0
    }
    #expect(error < 0.001)
    var found: [(piece: Int, by: Int64)] = []
    for piece in 2000..<2400 {
      let stamp = Int64((Double(piece) / 100 + 1000.3) * 1e9)
      if case .jumped(let by) = clock.observe(sample: Int64(piece * 480), stamp: stamp) { found.append((piece, by)) }
    }
    #expect(found.count == 1)
    #expect(abs((found.first?.by ?? 0) - 300_000_000) < 1_000_000)
    #expect((found.first?.piece ?? 0) < 2160)
  }

  @Test func `a new line keeps what is known of the rate`() {
    var clock = AudioClock(sampleRate: 48_000)
    _ = Self.largestError(&clock, seconds: 60, deviation: 120, settled: 0) { _ in 0 }
    clock.restart()
    #expect(clock.isEmpty)
    #expect(abs((clock.rateDeviation ?? 0) - 120) < 3)
    _ = clock.observe(sample: 2_880_000, stamp: 77_000_000_000)
    #expect(clock.time(ofSample: 2_880_000) == 77e9)
  }
}
