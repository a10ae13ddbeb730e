import Codecs
import Testing

@testable import Recording

struct SoundLevelTests {
  @Test func `levels are of what came since they were taken, for each channel`() {
    var level = SoundLevel(channelCount: 2)
    #expect(level.take().isEmpty)
    #expect(level.add(PlanarSound(channels: [[0.5, -0.5, 0.5, -0.5], [0, 0, 0, 0]])) == 0.5)
    #expect(level.add(PlanarSound(channels: [[0.5, -0.5, 0.5, -0.5], [0, 0, -1, 0]])) == 1)
    let levels = level.take()
    #expect(levels.count == 2)
    #expect(abs(levels[0].rootMeanSquare + 6.02) < 0.01)
    #expect(abs(levels[0].peak + 6.02) < 0.01)
    #expect(abs(levels[1].rootMeanSquare + 9.03) < 0.01)
    #expect(levels[1].peak == 0)
    #expect(level.add(PlanarSound(silence: 100, channelCount: 2)) == 0)
    #expect(level.take() == Array(repeating: .init(rootMeanSquare: -100, peak: -100), count: 2))
  }

  @Test func `two seconds of exact silence are noticed, a whisper is not silence`() {
    var detector = SilenceDetector(sampleRate: 1000)
    detector.observe(peak: 0, count: 1999)
    #expect(!detector.isSilent)
    detector.observe(peak: 1e-6, count: 1)
    detector.observe(peak: 0, count: 1999)
    #expect(!detector.hasNoticed)
    detector.observe(peak: 0, count: 1)
    #expect(detector.isSilent)
    detector.observe(peak: 0.1, count: 10)
    #expect(!detector.isSilent)
    #expect(detector.hasNoticed)
  }
}
