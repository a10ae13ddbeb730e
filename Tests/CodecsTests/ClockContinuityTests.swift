import Testing

@testable import Codecs

@Suite struct ClockContinuityTests {
  @Test("a clock that starts again goes on where it was, for all streams by the same move")
  func restart() {
    var clock = ClockContinuity(ticksPerSecond: 1000)
    var video: [Int64] = []
    var audio: [Int64] = []
    // Two recordings of a second, video every 40 and sound every 20, the second one's clock again from 100.
    for base in [Int64(100), 100] {
      for tick in 0..<50 {
        let time = base + Int64(tick) * 20
        if tick % 2 == 0 { video.append(time + clock.offset(ofStream: 0, decodeTime: time, duration: 40)) }
        // Sound lies 7 later than its picture.
        audio.append(time + 7 + clock.offset(ofStream: 1, decodeTime: time + 7, duration: 20))
      }
    }
    #expect(zip(video, video.dropFirst()).allSatisfy { $1 - $0 == 40 })
    #expect(zip(audio, audio.dropFirst()).allSatisfy { $1 - $0 == 20 })
    #expect(zip(video, stride(from: 0, to: audio.count, by: 2)).allSatisfy { audio[$1] - $0 == 7 })
    #expect(clock.restarts == 1)
  }

  @Test("packets of the old clock that follow the first of the new one stay where they belong")
  func overlap() {
    var clock = ClockContinuity(ticksPerSecond: 1000)
    _ = clock.offset(ofStream: 0, decodeTime: 960_000, duration: 40)
    _ = clock.offset(ofStream: 1, decodeTime: 959_900, duration: 20)
    // The picture's clock restarts first; two stretches of old sound are still to come.
    #expect(clock.offset(ofStream: 0, decodeTime: 0, duration: 40) == 960_040)
    #expect(clock.offset(ofStream: 1, decodeTime: 959_920, duration: 20) == 0)
    #expect(clock.offset(ofStream: 1, decodeTime: 959_940, duration: 20) == 0)
    #expect(clock.offset(ofStream: 1, decodeTime: 5, duration: 20) == 960_040)
    #expect(clock.restarts == 1)
  }

  @Test("small steps back and jumps forward are left alone")
  func others() {
    var clock = ClockContinuity(ticksPerSecond: 1000)
    for time in [Int64(0), 40, 80, 70, 120, 90_000, 90_040, 89_700] {
      #expect(clock.offset(ofStream: 0, decodeTime: time, duration: 40) == 0)
    }
    #expect(clock.restarts == 0)
  }

  @Test("extreme times overflow nothing")
  func extremes() {
    var clock = ClockContinuity(ticksPerSecond: 90_000)
    for time in [Int64.max, .min, 0, .max, .min + 1, 1] {
      _ = clock.offset(ofStream: 0, decodeTime: time, duration: .max)
    }
    #expect(clock.restarts >= 0)
  }
}
