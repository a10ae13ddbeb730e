import Media
import Testing

@testable import Capture

struct FrameRangeTests {
  private func range(
    _ widths: (Int, Int), _ heights: (Int, Int), step: (Int, Int) = (1, 1)
  ) -> FrameSizeRange? {
    FrameSizeRange(widths: widths, widthStep: step.0, heights: heights, heightStep: step.1)
  }

  @Test func `a range of sizes becomes those in use, and the sensor's own`() throws {
    let sizes = try #require(range((32, 2592), (32, 1944), step: (2, 2))).sizes.map(\.description)
    #expect(sizes.contains("640x480"))
    #expect(sizes.contains("1920x1080"))
    #expect(sizes.last == "2592x1944")
    #expect(!sizes.contains("3840x2160"))
    #expect(Set(sizes).count == sizes.count)
    let odd = try #require(range((32, 3280), (32, 2464), step: (2, 2))).sizes.map(\.description)
    #expect(odd.last == "3280x2464")
  }

  @Test func `sizes between the steps are left out`() throws {
    let sizes = try #require(range((320, 1280), (240, 960), step: (320, 240))).sizes.map(\.description)
    #expect(sizes == ["320x240", "640x480", "960x720", "1280x720", "1280x960"])
  }

  @Test func `a range that no driver can mean adds no largest size`() throws {
    let sizes = try #require(range((2, 8192), (1, 8192))).sizes.map(\.description)
    #expect(!sizes.contains("8192x8192"))
    #expect(sizes.contains("1280x720"))
  }

  @Test func `a range without a size in use has its largest`() throws {
    #expect(try #require(range((100, 110), (100, 110))).sizes == [PixelSize(width: 110, height: 110)])
    #expect(try #require(range((641, 641), (481, 481), step: (0, 0))).sizes == [PixelSize(width: 641, height: 481)])
  }

  @Test func `ends the wrong way round are no range`() {
    #expect(range((640, 320), (240, 480)) == nil)
    #expect(range((0, 320), (240, 480)) == nil)
  }

  @Test func `intervals become rates, highest first, each once`() {
    var rates = FrameRateSet()
    for (numerator, denominator) in [(1, 15), (1001, 30000), (1, 60), (2, 30), (0, 30), (1, 0)] as [(UInt32, UInt32)] {
      rates.insert(numerator: numerator, denominator: denominator)
    }
    #expect(rates.rates == [Rational(60), Rational(30000, 1001), Rational(15)])
    #expect(!rates.isContinuous)
  }

  @Test func `a range of intervals stands as its two ends`() {
    var rates = FrameRateSet()
    rates.insertRange(shortest: (1, 90), longest: (1, 2))
    #expect(rates.rates == [Rational(90), Rational(2)])
    #expect(rates.isContinuous)
    var single = FrameRateSet()
    single.insertRange(shortest: (1, 30), longest: (1, 30))
    #expect(single.rates == [Rational(30)])
    #expect(!single.isContinuous)
  }
}
