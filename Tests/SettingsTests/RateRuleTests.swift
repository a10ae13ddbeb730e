import Media
import Settings
import Testing

@Suite struct RateRuleTests {
  @Test(
    "AVFoundation's rule counts encoded pixels, and jumps at 640x480",
    arguments: [
      ("352x288", 410_572), ("640x479", 1_241_568), ("640x480", 3_502_080), ("640x360", 933_120),
      ("960x540", 5_909_760), ("1280x720", 10_506_240), ("1920x1080", 23_639_040),
    ])
  func avfoundation(size: String, bits: Int) throws {
    let size = try #require(PixelSize(size))
    for frameRate in [nil, Rational(24), Rational(240)] {
      let rate = RateRule.avfoundation.videoRate(for: size, frameRate: frameRate)
      #expect(rate.control == .average(BitRate(bitsPerSecond: bits)))
      #expect(rate.keyFrameInterval.frameCount(at: frameRate) == 30)
    }
  }

  @Test("AVFoundation's rule is not held back by a source that has less")
  func avfoundationIsUncapped() throws {
    let size = try #require(PixelSize("1280x720"))
    let source = SourceRate(codecName: "h264", bitRate: .kilobitsPerSecond(300))
    #expect(
      RateRule.avfoundation.videoRate(for: size, frameRate: nil, source: source).bitRate.bitsPerSecond == 10_506_240)
  }

  @Test(
    "the web rule's limit is 0.12 bits for each pixel and frame, its buffer two seconds of that",
    arguments: [
      ("640x480", Rational(30), 1_105_920), ("640x360", Rational(30), 829_440), ("1280x720", Rational(60), 6_635_520),
      ("1920x1080", Rational(30000, 1001), 7_457_502), ("224x126", Rational(25, 2), 42336),
    ])
  func web(size: String, frameRate: Rational, bits: Int) throws {
    let rate = RateRule.web.videoRate(for: try #require(PixelSize(size)), frameRate: frameRate)
    #expect(
      rate.control == .constantQuality(23, maximum: BitRate(bitsPerSecond: bits), bufferBits: 2 * bits))
  }

  @Test(
    "the web rule is capped by the source as its codec deserves",
    arguments: [
      ("h264", 500_000), ("hevc", 900_000), ("vp9", 900_000), ("av1", 900_000), ("mjpeg", 1_105_920),
      ("prores", 1_105_920), ("vp8", 1_105_920), ("", 1_105_920),
    ])
  func webIsCapped(codec: String, bits: Int) throws {
    let source = SourceRate(codecName: codec, bitRate: .kilobitsPerSecond(500))
    let rate = RateRule.web.videoRate(
      for: try #require(PixelSize("640x480")), frameRate: Rational(30), source: source)
    #expect(rate.bitRate.bitsPerSecond == bits)
    #expect(rate.control == .constantQuality(23, maximum: rate.bitRate, bufferBits: 2 * bits))
  }

  @Test("a source that has more than the web rule allows does not raise it, and one without a rate is no cap")
  func webTakesTheLess() throws {
    let size = try #require(PixelSize("640x480"))
    for bits in [50_000_000, 0, -1, Int.max] {
      let source = SourceRate(codecName: "hevc", bitRate: BitRate(bitsPerSecond: bits))
      let rate = RateRule.web.videoRate(for: size, frameRate: Rational(30), source: source)
      #expect(rate.bitRate.bitsPerSecond == 1_105_920)
    }
  }

  @Test("a source of next to nothing caps the web rule at no less than a tenth of itself")
  func webKeepsATenth() throws {
    let size = try #require(PixelSize("640x360"))
    let whole = RateRule.webRate(for: size, frameRate: Rational(30)).bitsPerSecond
    for (bits, expected) in [(5000, whole / 10), (whole / 10 + 1, whole / 10 + 1), (whole / 2, whole / 2)] {
      let source = SourceRate(codecName: "h264", bitRate: BitRate(bitsPerSecond: bits))
      let rate = RateRule.web.videoRate(for: size, frameRate: Rational(30), source: source)
      #expect(rate.bitRate.bitsPerSecond == expected)
    }
  }

  @Test("key frames of the web rule are at most two seconds apart")
  func webKeyFrames() {
    let interval = RateRule.web.videoRate(for: PixelSize(width: 640, height: 480), frameRate: nil).keyFrameInterval
    #expect(interval.frameCount(at: Rational(30)) == 60)
    #expect(interval.frameCount(at: Rational(30000, 1001)) == 59)
    #expect(interval.frameCount(at: Rational(1, 3)) == 1)
    #expect(interval.frameCount(at: nil) == 60)
  }

  @Test("absurd numbers come out as some rate instead of a trap", arguments: RateRule.allCases)
  func absurd(rule: RateRule) {
    for side in [Int.min, -1, 0, 1, Int.max] {
      for frameRate in [Rational(-1), Rational(0), Rational(.max), Rational(1, .max)] {
        let rate = rule.videoRate(for: PixelSize(width: side, height: side), frameRate: frameRate)
        #expect(rate.bitRate.bitsPerSecond >= 0)
        #expect((1...1_000_000).contains(rate.keyFrameInterval.frameCount(at: frameRate)))
      }
    }
    #expect(KeyFrameInterval.frames(.min).frameCount(at: nil) == 1)
    #expect(
      KeyFrameInterval.duration(MediaTime(value: .max, timescale: 1)).frameCount(at: Rational(.max)) == 1_000_000)
    #expect(KeyFrameInterval.duration(.zero).frameCount(at: nil) == 1)
  }
}
