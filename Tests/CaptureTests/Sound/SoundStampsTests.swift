import Testing

@testable import Capture

struct SoundStampsTests {
  @Test func `a card's stamp less what waits is the time of the next sample`() {
    var stamps = SoundStamps(isTrusted: true)
    let first = stamps.time(stamp: 1_000_000_000, now: 1_003_000_000, delay: 10_000_000)
    #expect(first == (990_000_000, false))
    // The same stamp again: the card has not counted on.
    #expect(stamps.time(stamp: 1_000_000_000, now: 1_009_000_000, delay: 5_000_000) == (995_000_000, false))
  }

  @Test func `stamps that cannot be true are replaced by the time of reading`() {
    var stamps = SoundStamps(isTrusted: true)
    let now: Int64 = 50_000_000_000
    _ = stamps.time(stamp: now - 1_000_000, now: now, delay: 0)
    let later = now + 10_000_000
    for wrong in [0, now - 20_000_000, later + 60_000_000, 1_700_000_000_000_000_000, 1] {
      #expect(stamps.time(stamp: wrong, now: later, delay: 4_000_000) == (later - 4_000_000, true), "\(wrong)")
    }
    #expect(stamps.time(stamp: later, now: later, delay: 0) == (later, false))
    stamps.restart()
    #expect(stamps.time(stamp: now, now: now, delay: 0) == (now, false))
  }

  @Test func `a sound server's stamps are not looked at`() {
    var stamps = SoundStamps(isTrusted: false)
    #expect(stamps.time(stamp: 5, now: 900_000_000, delay: 21_000_000) == (879_000_000, false))
  }
}
