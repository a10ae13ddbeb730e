import Media
import Testing

@testable import Recording

struct RecordingTimelineTests {
  private static let interval: Int64 = 33_333_333

  private static func timeline(maximum: Int64? = nil) -> RecordingTimeline {
    RecordingTimeline(frameRate: Rational(30), maximumDuration: maximum)
  }

  private func placement(_ timeline: inout RecordingTimeline, _ time: Int64) -> RecordingTimeline.Placement {
    timeline.place(time).0
  }

  @Test func `the first picture is at zero whenever it was captured, and the others where they were`() {
    var timeline = Self.timeline()
    let start: Int64 = 77_000_000_123
    for index in 0..<100 {
      let time = start + Int64(index) * 40_000_000
      let (placement, cut) = timeline.place(time)
      guard case .at(let position, _) = placement else {
        Issue.record("picture \(index) was not placed: \(placement)")
        return
      }
      #expect(position == Int64(index) * 3600)
      #expect(cut == nil)
    }
    #expect(timeline.residual.maximum == 0)
  }

  @Test func `ten pauses leave no gap, no doubled picture and no drift`() {
    var timeline = Self.timeline()
    var time: Int64 = 5_000_000_000
    var positions: [Int64] = []
    var removed: Int64 = 0
    for round in 0..<11 {
      for _ in 0..<30 {
        if case (.at(let position, _), let cut) = timeline.place(time) {
          positions.append(position)
          if let cut { removed += cut.to - cut.from }
        }
        time += Self.interval
      }
      timeline.pause(at: time - 5)
      // What comes during the pause is left out, and the pause ends between two pictures.
      for _ in 0..<(round + 1) {
        #expect(placement(&timeline, time) == .paused)
        time += Self.interval
      }
      time += Int64(round) * 1_234_567
      timeline.resume(at: time - 1)
    }
    #expect(positions.count == 330)
    for (previous, next) in zip(positions, positions.dropFirst()) {
      #expect((2999...3001).contains(next - previous), "from \(previous) to \(next)")
    }
    #expect(removed == timeline.removed)
    // Positions are exact to a tick of 1/90,000 s after all ten.
    let exact = Int64(329) * 3000
    #expect(abs((positions.last ?? 0) - exact) <= 1)
  }

  @Test func `a picture that is not later than the one before is late`() {
    var timeline = Self.timeline()
    _ = timeline.place(1_000_000_000)
    #expect(placement(&timeline, 1_000_000_000) == .late)
    #expect(placement(&timeline, 999_999_999) == .late)
    #expect(placement(&timeline, 1_000_033_333) == .at(time: 3, duration: 3000))
  }

  @Test func `nothing lies beyond the longest duration, and the last picture ends with it`() {
    var timeline = Self.timeline(maximum: 100_000_000)
    #expect(placement(&timeline, 0) == .at(time: 0, duration: 3000))
    #expect(placement(&timeline, 60_000_000) == .at(time: 5400, duration: 3000))
    #expect(placement(&timeline, 100_000_000) == .complete)
    #expect(timeline.duration == 100_000_000)
    #expect(timeline.captureEnd == 100_000_000)
  }

  @Test func `pauses before the first picture are nothing`() {
    var timeline = Self.timeline()
    timeline.pause(at: 10)
    #expect(placement(&timeline, 20) == .paused)
    timeline.resume(at: 30)
    #expect(placement(&timeline, 40) == .at(time: 0, duration: 3000))
    #expect(timeline.removed == 0)
  }

  @Test func `a slower camera's last picture stands as long as its pictures usually do`() {
    var timeline = Self.timeline()
    for index in 0..<6 { _ = timeline.place(Int64(index) * 66_666_666) }
    #expect(timeline.duration == 6 * 66_666_666)
    // A single hole is no new pace.
    _ = timeline.place(833_333_330)
    #expect(timeline.duration == 899_999_996)
  }
}
