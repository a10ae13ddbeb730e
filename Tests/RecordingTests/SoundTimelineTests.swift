import Media
import TestSupport
import Testing

@testable import Recording

struct SoundTimelineTests {
  @Test func `sound of a steady microphone stands where it was captured, to the sample`() throws {
    var run = SoundTakeRun(deviation: 0)
    try run.run(seconds: 5)
    try run.finish(at: 105.25)
    #expect(run.judge.count == 76_000)
    for block in run.judge.blocks.dropLast(3) {
      #expect(abs(block.offset) < 20e-6, "at \(block.time) s")
      #expect(abs(block.amplitude - 0.5) < 0.01)
    }
    #expect(run.timeline.statistics.silenceFilled == 4000)
  }

  /// 30 minutes of a microphone that is 300 parts in a million off, from minute 20 on 250, with stamps that are up to 5 ms
  /// off, a thread that is held up for 200 ms, and an overrun that loses a third of a second.
  @Test(arguments: [300.0, -300])
  func `a long take stays within 5 ms, without clicks`(deviation: Double) throws {
    var run = SoundTakeRun(deviation: deviation)
    var random = SplitMix64(state: 7)
    run.stampError = { Int64.random(in: -5_000_000...5_000_000, using: &random) }
    try run.run(seconds: 400)
    // Held up: what was captured meanwhile is read at once, and stamped as if it were new.
    for waited in 0..<20 { try run.step(late: Int64(200 - 10 * waited) * 1_000_000) }
    try run.run(seconds: 400)
    let overrun = run.microphone.time - SoundTakeRun.start
    run.overrun(losing: 5333)
    try run.run(seconds: 400)
    run.microphone.deviation = deviation / 300 * 250
    try run.run(seconds: 600)
    try run.finish(at: run.microphone.time)

    let statistics = run.timeline.statistics
    #expect(statistics.gaps == 1)
    #expect(abs(statistics.silenceFilled - 5333) < 80)
    #expect(abs((statistics.rateDeviation ?? 0) - deviation / 300 * 250) < 10)
    let judge = run.judge
    #expect(judge.blocks.count > 17_990)
    var largest = (start: 0.0, later: 0.0)
    for block in judge.blocks where abs(block.time - overrun) > 1 {
      if block.time < 30 {
        largest.start = max(largest.start, abs(block.offset))
      } else {
        largest.later = max(largest.later, abs(block.offset))
      }
      #expect(abs(block.amplitude - 0.5) < 0.01, "at \(block.time) s")
    }
    #expect(largest.start < 0.005)
    #expect(largest.later < 0.005)
    let limit = judge.toneRoughness * 1.02
    let clicks = judge.roughness.indices.filter {
      judge.roughness[$0] > limit && abs(Double($0) + 0.5 - overrun) > 1.5 && $0 < judge.roughness.count - 2
    }
    #expect(clicks == [])
  }

  @Test func `ten pauses are cut out exactly`() throws {
    var run = SoundTakeRun(deviation: 300)
    try run.run(seconds: 12)
    var paused = 0.0
    for pause in 0..<10 {
      let from = run.microphone.time
      try run.run(seconds: 1.2345 + Double(pause) * 0.1, givesPictures: false)
      let to = run.microphone.time - 0.0041
      run.timeline.cut(from: SoundTakeRun.time(from), to: SoundTakeRun.time(to))
      paused += to - from
      try run.run(seconds: 3)
      let block = run.judge.blocks[run.judge.blocks.count - 2]
      #expect(abs(Self.wrapped(block.offset - paused)) < 0.0005, "after pause \(pause)")
    }
    let end = run.microphone.time
    try run.finish(at: end)
    let expected = (end - SoundTakeRun.start - paused) * 16_000
    #expect(abs(Double(run.judge.count) - expected) <= 1)
    #expect(run.timeline.statistics.gaps == 0)
  }

  @Test func `a jump that nobody told of is found and filled`() throws {
    for lost in [8000, 1600] {
      var run = SoundTakeRun(deviation: -100)
      try run.run(seconds: 20)
      run.microphone.lose(lost)
      try run.run(seconds: 20)
      try run.finish(at: run.microphone.time)
      #expect(run.timeline.statistics.gaps == 1)
      #expect(abs(run.timeline.statistics.silenceFilled - lost) < 20)
      for block in run.judge.blocks where block.time < 19 || (block.time > 23 && block.time < 38) {
        #expect(abs(block.offset) < 0.001, "at \(block.time) s")
      }
    }
  }

  @Test func `sound that was placed by wrong stamps is placed anew`() throws {
    var run = SoundTakeRun(deviation: 0)
    run.piece = 1600
    run.microphone.lose(16_000)
    for _ in 0..<4 {
      try run.step(late: 300_000_000)
      try run.show()
    }
    try run.run(seconds: 10)
    try run.finish(at: run.microphone.time)
    #expect(run.timeline.statistics.gaps == 1)
    for block in run.judge.blocks where block.time > 2 && block.time < 10 {
      #expect(abs(block.offset) < 0.0005, "at \(block.time) s")
      #expect(block.amplitude > 0.49)
    }
  }

  @Test func `a delay moves sound both ways`() throws {
    for milliseconds in [-80, 80] {
      var run = SoundTakeRun(deviation: 0, delay: MediaTime(value: Int64(milliseconds), timescale: 1000))
      try run.run(seconds: 3)
      try run.finish(at: run.microphone.time - 0.5)
      let expected = -Double(milliseconds) / 1000
      for block in run.judge.blocks {
        #expect(abs(Self.wrapped(block.offset - expected)) < 0.0001, "at \(block.time) s")
      }
    }
  }

  @Test func `a microphone that begins late is padded with silence`() throws {
    var run = SoundTakeRun(deviation: 0)
    run.microphone.lose(16_000)
    try run.run(seconds: 3)
    try run.finish(at: 105)
    #expect(run.judge.count == 72_000)
    #expect(run.timeline.statistics.silenceFilled == 72_000 - 48_000)
    #expect(run.judge.blocks[2].amplitude == 0)
    #expect(run.judge.blocks[6].amplitude > 0.49)
  }

  @Test func `a microphone that fails is silence from there on, one that is slow is waited for`() throws {
    let seconds = { MediaTime(value: $0, timescale: 1) }
    let timeline = SoundTimeline(outputRate: 48_000, outputChannels: 2)
    timeline.start(at: seconds(7))
    timeline.allow(until: seconds(17))
    #expect(try timeline.pull().isEmpty)
    timeline.allow(until: seconds(37))
    let overdue = try timeline.pull().reduce(0) { $0 + $1.sampleCount }
    #expect(overdue == 10 * 48_000)
    try timeline.endInput()
    let rest = try timeline.pull().reduce(0) { $0 + $1.sampleCount }
    #expect(overdue + rest == 30 * 48_000 - 96)
    let end = try timeline.finish(at: seconds(38)).reduce(0) { $0 + $1.sampleCount }
    #expect(overdue + rest + end == 31 * 48_000)
  }

  @Test func `sound that ended before the first picture came is there all the same`() throws {
    var run = SoundTakeRun(deviation: 0)
    for _ in 0..<100 { try run.step() }
    try run.timeline.endInput()
    run.timeline.start(at: SoundTakeRun.time(SoundTakeRun.start))
    run.timeline.allow(until: SoundTakeRun.time(102))
    #expect(try run.timeline.pull().reduce(0) { $0 + $1.sampleCount } == 24_000 - 32)
    try run.finish(at: 101)
    #expect(run.timeline.statistics.silenceFilled == 16_000 - 32)
  }

  @Test func `a long pause keeps memory small and loses nothing around it`() throws {
    var run = SoundTakeRun(deviation: 0)
    try run.run(seconds: 10)
    let from = run.microphone.time
    try run.run(seconds: 200, givesPictures: false)
    let to = run.microphone.time
    run.timeline.cut(from: SoundTakeRun.time(from), to: SoundTakeRun.time(to))
    try run.run(seconds: 10)
    let end = run.microphone.time
    try run.finish(at: end)
    #expect(run.timeline.statistics.silenceFilled == 0)
    #expect(run.judge.count == Int(((end - SoundTakeRun.start - (to - from)) * 16_000).rounded()))
  }

  /// To the coarse tone's period around zero.
  private static func wrapped(_ offset: Double) -> Double {
    offset - (offset / 0.05).rounded() * 0.05
  }
}
