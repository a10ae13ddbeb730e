import Media
import TestSupport
import Testing

@Suite struct MediaTimeTests {
  @Test("equal times are equal and hash equal in any timescale")
  func equality() {
    let half = MediaTime(value: 1, timescale: 2)
    let alsoHalf = MediaTime(value: 45000, timescale: 90000)
    #expect(half == alsoHalf)
    #expect(half.hashValue == alsoHalf.hashValue)
    #expect(alsoHalf.value == 45000 && alsoHalf.timescale == 90000)
    #expect(MediaTime(value: 0, timescale: 7) == .zero)
    #expect(Set([MediaTime(value: -3, timescale: 6), MediaTime(value: -1, timescale: 2)]).count == 1)
    #expect(half != MediaTime(value: 45001, timescale: 90000))
  }

  @Test("comparing is exact where floating point is not")
  func order() {
    let large = MediaTime(value: .max, timescale: 48000)
    #expect(MediaTime(value: .max - 1, timescale: 48000) < large)
    #expect(MediaTime(value: .min, timescale: 1) < MediaTime(value: .min, timescale: .max))
    #expect(MediaTime(value: 1, timescale: 3) < MediaTime(value: 333_334, timescale: 1_000_000))
    #expect(MediaTime(value: -1, timescale: 3) < .zero)
  }

  @Test("sums and differences are exact over the common timescale")
  func exactSums() {
    let sum = MediaTime(value: 1001, timescale: 30000) + MediaTime(value: 1024, timescale: 44100)
    #expect(sum == MediaTime(value: 1001 * 147 + 1024 * 100, timescale: 4_410_000))
    #expect(sum - MediaTime(value: 1024, timescale: 44100) == MediaTime(value: 1001, timescale: 30000))
    let sameScale = MediaTime(value: 3000, timescale: 90000) + MediaTime(value: 3000, timescale: 90000)
    #expect(sameScale.value == 6000 && sameScale.timescale == 90000)
    #expect(-sum + sum == .zero)
    var total = MediaTime.zero
    for _ in 0..<30000 { total += MediaTime(value: 1001, timescale: 30000) }
    #expect(total == MediaTime(value: 1001, timescale: 1))
  }

  @Test("a sum that no 32-bit timescale can say is the nearest nanosecond")
  func roundedSums() {
    let sum = MediaTime(value: 1, timescale: .max) + MediaTime(value: 1, timescale: .max - 1)
    #expect(sum == MediaTime(value: 1, timescale: 1_000_000_000))
    let century = MediaTime(value: 20_000_000_000, timescale: 1)
    let odd = century + MediaTime(value: 2, timescale: .max) - MediaTime(value: 1, timescale: .max - 1)
    #expect(odd == century)
  }

  @Test("sums at the ends of the range come out as the last time instead of trapping")
  func saturation() {
    let last = MediaTime(value: .max, timescale: 1)
    let first = MediaTime(value: .min, timescale: 1)
    #expect(last + last == last)
    #expect(first + first == first)
    #expect(-first == last)
    #expect(last + first == MediaTime(value: -1, timescale: 1))
    #expect(last - MediaTime(value: .min, timescale: .max) > .zero)
    #expect(first + MediaTime(value: .min, timescale: .max - 1) < .zero)
  }

  @Test("a time base is folded into the value")
  func timeBase() {
    #expect(MediaTime(value: 5, timeBase: 1001, denominator: 30000) == MediaTime(value: 5005, timescale: 30000))
    #expect(MediaTime(value: 7, timeBase: 1, denominator: 90000).timescale == 90000)
    #expect(MediaTime(value: 3, timeBase: 2, denominator: 4) == MediaTime(value: 3, timescale: 2))
    #expect(MediaTime(value: 100, timeBase: 10, denominator: 1) == MediaTime(value: 1000, timescale: 1))
    #expect(MediaTime(value: .max, timeBase: .max, denominator: 1) == MediaTime(value: .max, timescale: 1))
    #expect(MediaTime(value: .min, timeBase: .max, denominator: 2) == MediaTime(value: .min, timescale: 1))
    #expect(MediaTime(value: .max, timeBase: 6, denominator: 4) > MediaTime(value: .max, timescale: 2))
  }

  @Test(
    "rounding goes where its name says, below zero too",
    arguments: [
      // thirds of a second in halves of a second
      (1, MediaTime.Rounding.down, 0), (1, .up, 1), (1, .nearest, 1), (2, .down, 1), (2, .nearest, 1), (2, .up, 2),
      (-1, .down, -1), (-1, .up, 0), (-1, .nearest, -1), (-2, .nearest, -1), (3, .down, 2), (3, .up, 2), (0, .up, 0),
    ] as [(Int64, MediaTime.Rounding, Int64)])
  func rounding(thirds: Int64, rounding: MediaTime.Rounding, halves: Int64) {
    let time = MediaTime(value: thirds, timescale: 3).converted(toTimescale: 2, rounding: rounding)
    #expect(time.value == halves && time.timescale == 2)
  }

  @Test("from the middle, nearest goes away from zero")
  func middle() {
    for (quarters, seconds) in [(2, 1), (-2, -1), (6, 2), (-6, -2), (1, 0), (-1, 0), (3, 1)] as [(Int64, Int64)] {
      #expect(
        MediaTime(value: quarters, timescale: 4).converted(toTimescale: 1, rounding: .nearest).value == seconds)
    }
  }

  @Test("down, nearest and up keep their order, an exact time is untouched, nothing moves by more than a tick")
  func roundingProperties() {
    var generator = SplitMix64(state: 1)
    for _ in 0..<2000 {
      let time = MediaTime(
        value: .random(in: -1_000_000_000_000...1_000_000_000_000, using: &generator),
        timescale: .random(in: 1...200_000, using: &generator))
      let scale = Int32.random(in: 1...200_000, using: &generator)
      let down = time.converted(toTimescale: scale, rounding: .down)
      let near = time.converted(toTimescale: scale, rounding: .nearest)
      let up = time.converted(toTimescale: scale, rounding: .up)
      #expect(down <= time && time <= up && down <= near && near <= up, "\(time) at \(scale)")
      #expect(up.value - down.value <= 1)
      #expect(time.converted(toTimescale: time.timescale, rounding: .up).value == time.value)
    }
  }

  @Test("conversion beyond 64 bits gives the last time instead of trapping", arguments: MediaTime.Rounding.allCases)
  func conversionSaturates(rounding: MediaTime.Rounding) {
    #expect(MediaTime(value: .max, timescale: 1).converted(toTimescale: .max, rounding: rounding).value == .max)
    #expect(MediaTime(value: .min, timescale: 1).converted(toTimescale: .max, rounding: rounding).value == .min)
  }

  @Test("seconds and description are for people")
  func display() {
    #expect(MediaTime(value: 45000, timescale: 90000).seconds == 0.5)
    #expect("\(MediaTime(value: 45000, timescale: 90000))" == "45000/90000")
  }
}
