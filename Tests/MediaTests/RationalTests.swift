import Media
import Testing

@Suite struct RationalTests {
  @Test("a fraction is reduced, its sign is on top")
  func reduction() {
    #expect(Rational(60000, 2002) == Rational(30000, 1001))
    #expect(Rational(3, -6).numerator == -1 && Rational(3, -6).denominator == 2)
    #expect(Rational(0, -5) == Rational(0))
    #expect(Rational(25, 1).description == "25" && Rational(30000, 1001).description == "30000/1001")
  }

  @Test("a zero denominator, as files write for unknown, is nil")
  func unknown() {
    #expect(Rational(validating: 0, over: 0) == nil)
    #expect(Rational(validating: 50, over: 2) == Rational(25))
  }

  @Test("the largest numbers do not trap")
  func extremes() {
    #expect(Rational(.min, .min) == Rational(1))
    #expect(Rational(.min, -1).numerator == .max)
    #expect(Rational(1, .min).denominator == .max)
    #expect(Rational(.max, .max - 1) > Rational(1) && Rational(.min, 1) < Rational(.min, 2))
  }
}
