import Capture
import Codecs
import Media
import TestSupport

@testable import Recording

/// A synthetic recording, as fast as it goes: what a drifting microphone gives goes through a `SoundTimeline`.
struct SoundTakeRun {
  let rate = 16_000
  var microphone: DriftingMicrophone
  let timeline: SoundTimeline
  var judge: ToneJudge
  /// Adds to the stamps, in nanoseconds.
  var stampError: () -> Int64 = { 0 }
  /// Samples that are read at a time.
  var piece = 160
  private(set) var isAfterGap = false
  /// The capture time of the first picture, in seconds: a whole number of the coarse tone's periods.
  static let start = 100.5

  init(deviation: Double, delay: MediaTime = .zero) {
    microphone = DriftingMicrophone(sampleRate: rate, deviation: deviation, start: 100)
    timeline = SoundTimeline(outputRate: rate, outputChannels: 1, delay: delay)
    judge = ToneJudge(sampleRate: rate)
  }

  /// Captures for so many seconds.
  mutating func run(seconds: Double, givesPictures: Bool = true) throws {
    let end = microphone.time + seconds
    while microphone.time < end {
      try step()
      if givesPictures { try show() }
    }
  }

  /// Captures one piece, stamped so many nanoseconds late.
  mutating func step(late: Int64 = 0) throws {
    let (samples, time) = microphone.capture(piece)
    let sample = try samples.withUnsafeBytes {
      try SampleBuffer.sound(
        copying: $0, sampleFormat: "flt", sampleRate: rate, channelCount: 1, time: time + stampError() + late)
    }
    try timeline.push(CapturedSample(sample, isAfterGap: isAfterGap))
    isAfterGap = false
  }

  /// Loses samples; the device says so.
  mutating func overrun(losing count: Int) {
    microphone.lose(count)
    isAfterGap = true
  }

  /// Pictures have come up to now.
  mutating func show() throws {
    guard microphone.time > Self.start else { return }
    timeline.start(at: Self.time(Self.start))
    timeline.allow(until: Self.time(microphone.time))
    take(try timeline.pull())
  }

  mutating func finish(at seconds: Double) throws {
    take(try timeline.finish(at: Self.time(seconds)))
  }

  private mutating func take(_ samples: [SampleBuffer]) {
    for sample in samples {
      precondition(sample.presentationTime == MediaTime(value: Int64(judge.count), timescale: Int32(rate)))
      judge.add(sample.floats)
    }
  }

  static func time(_ seconds: Double) -> MediaTime {
    MediaTime(value: Int64((seconds * 1e9).rounded()), timescale: 1_000_000_000)
  }
}
