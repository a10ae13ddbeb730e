import Codecs
import Media
import Settings
import Testing

@testable import Writing

struct EncodingSettingsTests {
  private func encoding(_ change: (inout VideoEncoderSettings) -> Void = { _ in }) -> H264Encoding {
    var settings = VideoEncoderSettings(
      size: PixelSize(width: 640, height: 360), nominalFrameRate: Rational(30000, 1001),
      rate: RateRule.web.videoRate(for: PixelSize(width: 640, height: 360), frameRate: Rational(30000, 1001)))
    change(&settings)
    return H264Encoding(settings, timeBase: Rational(1, 90000), color: .bt709, pixelFormat: .yuv420p)
  }

  @Test("Quality is told as CRF below a cap, an average as an average without a cap")
  func rates() {
    let web = RateRule.web.videoRate(for: PixelSize(width: 640, height: 360), frameRate: Rational(30000, 1001))
    #expect(encoding().rate == .quality(23, maximum: web.bitRate, bufferSize: 2 * web.bitRate.bitsPerSecond))
    #expect(encoding().keyFrameInterval == 59)
    let average = encoding {
      $0.rate = RateRule.avfoundation.videoRate(for: $0.size, frameRate: $0.nominalFrameRate)
    }
    #expect(average.rate == .average(BitRate(bitsPerSecond: 933_120)))
    #expect(average.keyFrameInterval == 30)
  }

  @Test("Threads: what was asked for, one on small machines, else x264's choice")
  func threads() {
    #expect(H264Encoding.threads(3, processors: 1) == 3)
    #expect(H264Encoding.threads(0, processors: 2) == 1)
    #expect(H264Encoding.threads(0, processors: 8) == 0)
  }

  @Test("Baseline has no B-frames, and no rate counts as 30")
  func profile() {
    let baseline = encoding {
      $0.profile = .baseline
      $0.nominalFrameRate = nil
    }
    #expect(baseline.maximumBFrames == 0)
    #expect(baseline.profile == "baseline")
    #expect(baseline.nominalFrameRate == Rational(30))
  }

  @Test("The level is the stream's own, and never above the highest allowed")
  func level() throws {
    #expect(try H264Encoder.make(encoding(), maximumLevel: .level4).level == 30)
    let large = encoding { $0.size = PixelSize(width: 1280, height: 720) }
    #expect(try H264Encoder.make(large, maximumLevel: nil).level == 31)
    #expect(try H264Encoder.make(large, maximumLevel: .level3).level == 30)
  }
}
