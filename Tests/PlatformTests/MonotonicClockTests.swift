import Platform
import Testing

struct MonotonicClockTests {
  @Test func `a sleep ends when its time has come, not before`() throws {
    let stop = try StopSignal()
    for nanoseconds in [0, 300_000, 5_000_000] as [Int64] {
      let time = MonotonicClock.now + nanoseconds
      try MonotonicClock.sleep(until: time, stop: stop)
      #expect(MonotonicClock.now >= time)
    }
  }

  @Test func `a time that is over is no sleep`() throws {
    let stop = try StopSignal()
    #expect(throws: Never.self) { try MonotonicClock.sleep(until: -1, stop: stop) }
  }

  @Test func `a stop wakes whoever sleeps`() throws {
    let stop = try StopSignal()
    try SystemThread.start(name: "waker") { stop.raise() }
    let hour: Int64 = 3_600_000_000_000
    #expect(throws: PlatformError.self) { try MonotonicClock.sleep(until: MonotonicClock.now + hour, stop: stop) }
  }
}
