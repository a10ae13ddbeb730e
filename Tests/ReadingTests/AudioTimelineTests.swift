import Testing

@testable import Reading

struct AudioTimelineTests {
  /// Sends stretches of `count` samples at the given times through a line; what was put in, left out, and the end.
  private func run(
    _ times: [Int?], count: Int = 960, rate: Int = 48000, tick: Int = 48
  ) -> (silence: Int, skipped: Int, end: Int?, first: Int?) {
    var line = AudioTimeline(sampleRate: rate, tick: tick)
    var (silence, skipped) = (0, 0)
    var first: Int?
    for time in times {
      let end = line.end
      let placement = line.place(time: time, count: count)
      if let end { #expect(placement.position == end) }
      first = first ?? placement.position
      silence += placement.silence
      skipped += placement.skip
    }
    return (silence, skipped, line.end, first)
  }

  @Test("exact times, and none at all, change nothing")
  func exact() {
    let result = run((0..<100).map { $0 % 3 == 2 ? nil : $0 * 960 })
    #expect(result.silence == 0 && result.skipped == 0 && result.end == 96000)
  }

  @Test("rounding to milliseconds changes nothing")
  func rounding() {
    let times = (0..<500).map { index in Int((Double(index) * 1024 / 44.1).rounded()) * 441 / 10 }
    let result = run(times, count: 1024, rate: 44100, tick: 45)
    #expect(result.silence == 0 && result.skipped == 0)
  }

  @Test("a browser's jitter of 10 ms to both sides changes nothing", arguments: 0..<8 as Range<UInt64>)
  func jitter(seed: UInt64) {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    let times = (0..<3000).map { index -> Int? in
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return index * 960 + (index == 0 ? 0 : Int(state % 21) * 48 - 480)
    }
    let result = run(times)
    #expect(result.silence == 0 && result.skipped == 0)
  }

  @Test("a real gap is filled to the sample", arguments: [10, 25, 300, 60_000])
  func gap(milliseconds: Int) {
    let gap = milliseconds * 48
    let result = run((0..<200).map { $0 * 960 + ($0 >= 50 ? gap : 0) })
    #expect(result.silence == gap && result.skipped == 0)
    #expect(result.end == 200 * 960 + gap)
  }

  @Test("a gap between times that are exact to the sample is filled to the sample")
  func exactGap() {
    #expect(run((0..<200).map { $0 * 960 + ($0 >= 50 ? 480 : 0) }, tick: 1).silence == 480)
  }

  @Test("an overlap is trimmed to the sample", arguments: [10, 25, 300])
  func overlap(milliseconds: Int) {
    let overlap = milliseconds * 48
    let result = run((0..<200).map { $0 * 960 - ($0 >= 50 ? overlap : 0) })
    #expect(result.skipped == overlap && result.silence == 0)
    #expect(result.end == 200 * 960 - overlap)
  }

  @Test("what is before the presentation's start is trimmed")
  func beforeStart() {
    let result = run((0..<10).map { $0 * 960 - 1500 })
    #expect(result.skipped == 1500 && result.silence == 0 && result.end == 9600 - 1500 && result.first == 0)
  }

  @Test("sound that starts late starts late, without silence before it")
  func late() {
    let result = run((0..<10).map { $0 * 960 + 19200 })
    #expect(result.silence == 0 && result.first == 19200)
  }

  @Test("a clock that drifts by a tenth of a percent is followed")
  func drift() {
    let result = run((0..<6000).map { $0 * 961 })
    #expect(abs((result.end ?? 0) - 6000 * 961) < 48000 / 50)
  }

  @Test("times that jump by hours, again and again, cost an hour of silence at most")
  func bogus() {
    let hour = 48000 * 3600
    #expect(run([0, 960 + 26 * hour, 1920 + 26 * hour]).silence == 0)
    let jumps = run((0..<1000).map { $0 * 48000 * 3000 })
    #expect(jumps.silence <= hour)
    #expect(jumps.end.map { $0 <= hour + 1000 * 960 } == true)
  }

  @Test("a clock that starts again goes on where it was, and nothing is lost")
  func restart() {
    let result = run((0..<100).map { $0 * 960 + 48000 * 60 } + (0..<100).map { $0 * 960 })
    #expect(result.skipped == 0 && result.silence == 0)
  }

  @Test("the ends of 64 bits are only numbers")
  func extremes() {
    for times: [Int?] in [[.min, .max, .min, 0, .max, nil, 5], [.max, .min]] {
      let line = run(times)
      #expect(line.silence >= 0 && line.skipped >= 0)
    }
    var line = AudioTimeline(sampleRate: 1, tick: 1)
    #expect(line.place(time: .min, count: 5).skip == 5)
    #expect(line.place(time: .max, count: 5).position >= 0)
  }
}
