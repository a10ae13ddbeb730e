internal import CLinux

/// CLOCK_MONOTONIC, the clock by which devices stamp what they capture. (Swift's `ContinuousClock` is another one: it
/// goes on while the machine sleeps.)
public enum MonotonicClock {
  /// Nanoseconds since some moment at or before the machine's start.
  public static var now: Int64 { rushes_monotonic_nanoseconds() }

  /// Sleeps until the clock shows `time`, to a fraction of a millisecond, or until `stop` is raised.
  ///
  /// - Throws: `PlatformError` (`.stopped`).
  public static func sleep(until time: Int64, stop: StopSignal) throws(PlatformError) {
    // poll(2) wakes for the stop, but counts in whole milliseconds: the last of them are slept exactly.
    let coarse = time - now - 2_000_000
    if coarse > 0 { try stop.wait(for: .milliseconds(coarse / 1_000_000)) }
    try stop.check()
    rushes_sleep_until(time)
  }
}
