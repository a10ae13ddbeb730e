import Recording
import Testing

@testable import rec

struct LevelMeterTests {
  private func level(_ peak: Double, _ rootMeanSquare: Double = -100) -> RecordingStatus.Level {
    RecordingStatus.Level(rootMeanSquare: rootMeanSquare, peak: peak)
  }

  @Test("a peak stands for one and a half seconds, then falls by 20 dB a second")
  func hold() {
    var meter = LevelMeter()
    meter.update(level(-10), at: .zero)
    for tenth in 1...15 {
      meter.update(level(-80), at: .milliseconds(100 * tenth))
      #expect(meter.heldPeak == -10)
    }
    for tenth in 16...25 { meter.update(level(-80), at: .milliseconds(100 * tenth)) }
    #expect(abs(meter.heldPeak + 30) < 0.001)
    meter.update(level(-20), at: .milliseconds(2600))
    #expect(meter.heldPeak == -20)
  }

  @Test("a louder peak is shown at once")
  func louder() {
    var meter = LevelMeter()
    meter.update(level(-30), at: .zero)
    meter.update(level(-3), at: .milliseconds(100))
    #expect(meter.heldPeak == -3)
    #expect(!meter.isClipping)
    meter.update(level(0), at: .milliseconds(200))
    #expect(meter.isClipping)
  }

  @Test(
    "the bar goes from -60 to 0 dBFS",
    arguments: [
      (-100.0, -100.0, "[          ]"), (-60, -60, "[          ]"), (-30, -12, "[=====  |  ]"), (-6, 0, "[=========|]"),
      (0, 0, "[=========|]"), (-.infinity, -.infinity, "[          ]"), (.nan, .nan, "[          ]"),
      (20, 20, "[=========|]"),
    ])
  func bar(rootMeanSquare: Double, peak: Double, expected: String) {
    var meter = LevelMeter()
    meter.update(level(peak, rootMeanSquare), at: .zero)
    #expect(meter.bar(width: 12) == expected)
  }
}
