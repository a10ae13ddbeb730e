import Media
import Testing

@Suite struct BitRateTests {
  @Test("units are thousands and millions of bits")
  func units() {
    #expect(BitRate.kilobitsPerSecond(64).bitsPerSecond == 64_000)
    #expect(BitRate.megabitsPerSecond(6) == BitRate(bitsPerSecond: 6_000_000))
    #expect(BitRate.kilobitsPerSecond(999) < .megabitsPerSecond(1))
    #expect(BitRate(bitsPerSecond: 933_120).description == "933120 bit/s")
  }

  @Test("a rate beyond all bounds is the last one instead of a trap")
  func saturation() {
    #expect(BitRate.megabitsPerSecond(.max).bitsPerSecond == .max)
    #expect(BitRate.kilobitsPerSecond(.min).bitsPerSecond == .min)
  }
}
