import Media
import Testing

@testable import Reading

struct FrameRateLimiterTests {
  /// Which of the pictures at these times are kept.
  private func kept(_ times: [Int64], maximum: Rational, timeBase: Rational) -> [Int] {
    var limiter = FrameRateLimiter(maximum: maximum, timeBase: timeBase)
    return times.indices.filter { limiter.keeps(times[$0]) }
  }

  private func times(_ count: Int, rate: Double, denominator: Int = 90000, jitter: Int64 = 0) -> [Int64] {
    (0..<count).map {
      Int64((Double($0) * Double(denominator) / rate).rounded()) + (jitter > 0 ? Int64($0 * 7919 % 13) % jitter : 0)
    }
  }

  @Test("60 to 30 keeps every second picture, whatever the time base", arguments: [90000, 1000, 15360, 600])
  func half(denominator: Int) {
    let result = kept(
      times(600, rate: 60, denominator: denominator), maximum: Rational(30, 1), timeBase: Rational(1, denominator))
    #expect(result == (0..<300).map { $0 * 2 })
  }

  @Test("60 to 30 keeps every second picture in spite of jitter")
  func jitter() {
    let result = kept(times(600, rate: 60, jitter: 300), maximum: Rational(30, 1), timeBase: Rational(1, 90000))
    #expect(result == (0..<300).map { $0 * 2 })
  }

  @Test("120 to 60 keeps every second picture")
  func fromOneTwenty() {
    #expect(
      kept(times(600, rate: 120), maximum: Rational(60, 1), timeBase: Rational(1, 90000)) == (0..<300).map { $0 * 2 })
  }

  @Test(
    "a rate at the cap, or above it by a clock's error, loses nothing", arguments: [24, 29.97, 59.94, 60, 60.02, 61])
  func atTheCap(rate: Double) {
    #expect(kept(times(6000, rate: rate), maximum: Rational(60, 1), timeBase: Rational(1, 90000)).count == 6000)
  }

  @Test("a rate above the cap comes down to it", arguments: [62, 75, 90, 100, 144, 240])
  func above(rate: Double) {
    let result = kept(times(Int(rate) * 60, rate: rate), maximum: Rational(60, 1), timeBase: Rational(1, 90000))
    #expect(abs(result.count - 3600) <= 36)
  }

  @Test("60 and then 120 keeps all of the first and half of the second")
  func change() {
    let times = (0..<60).map { Int64($0) * 1500 } + (0..<120).map { 90000 + Int64($0) * 750 }
    let result = kept(times, maximum: Rational(60, 1), timeBase: Rational(1, 90000))
    #expect(result == Array(0..<60) + (0..<60).map { 60 + $0 * 2 })
  }

  @Test("a pause starts a new count, and irregular pictures below the cap are all kept")
  func pauses() {
    let times: [Int64] = [0, 33, 70, 100, 5000, 5005, 5033, 5080, 9000]
    #expect(kept(times, maximum: Rational(60, 1), timeBase: Rational(1, 1000)) == [0, 1, 2, 3, 4, 6, 7, 8])
  }

  @Test("the ends of 64 bits are only numbers")
  func extremes() {
    let seconds = kept([.min, -1, 0, 1, .max, .max - 1, .min], maximum: Rational(60, 1), timeBase: Rational(1, 1))
    #expect(seconds.first == 0)
    let ticks = kept([.min, .max, 0], maximum: Rational(1, 2_000_000_000), timeBase: Rational(1, 2_000_000_000))
    #expect(ticks.first == 0)
  }
}
