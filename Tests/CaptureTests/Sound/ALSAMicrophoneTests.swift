import CFFmpeg
import Capture
import Foundation
import Media
import Platform
import TestSupport
import Testing

/// Through ALSA's own plug-ins, which need no sound card.
struct ALSAMicrophoneTests {
  @Test func `ALSA's null is a microphone that keeps time and is silent`() throws {
    let microphone = try ALSAMicrophone.open(ALSADiscovery.microphone(named: "null"))
    let samples = try Self.capture(microphone, samples: 9600)
    guard case .audio(let name, let format) = microphone.format else {
      Issue.record("no format of sound")
      return
    }
    #expect(format == AudioFormat(sampleRate: 48_000, channelCount: 2, channelLayout: "stereo"))
    #expect(["FLOAT_LE", "FLOAT_BE"].contains(name))
    let times = samples.compactMap { $0.sample.presentationTime?.converted(toTimescale: 48_000, rounding: .nearest) }
    for (index, pair) in zip(times, times.dropFirst()).enumerated() {
      #expect(pair.1.value - pair.0.value == samples[index].sample.sampleCount)
    }
    #expect(samples.allSatisfy { !$0.isTimeEstimated && !$0.isAfterGap })
    #expect(samples.allSatisfy { $0.sample.sampleCount == 480 })
    #expect((samples.first?.bytes.allSatisfy { $0 == 0 }) == true)
  }

  @Test func `what is no microphone is told with the reason, and nothing is printed`() throws {
    for name in ["nonsense", "hw:CARD=Nobody,DEV=0", "plughw:77"] {
      let error = #expect(throws: CaptureError.self) { try ALSADiscovery.microphone(named: name) }
      #expect(error?.code == .noDevice, "\(name)")
      #expect(error?.message.hasPrefix("cannot open microphone '") == true)
      #expect(error?.message.contains("\n") == false)
    }
  }

  @Test func `a source is started once, and stopping it again does no harm`() throws {
    let microphone = try ALSAMicrophone.open(ALSADiscovery.microphone(named: "null"))
    let sink = try CollectingSink()
    try microphone.start(into: sink)
    let error = #expect(throws: CaptureError.self) { try microphone.start(into: sink) }
    #expect(error?.code == .invalidState)
    microphone.stop()
    microphone.stop()
    #expect(try sink.result().ends.count == 1)
  }

  /// The format of the played file, what is read from it, and how.
  @Test(arguments: [
    ("S16_LE", 16_000, 1), ("S32_LE", 44_100, 2), ("U8", 8000, 1), ("S24_LE", 48_000, 2), ("S24_3LE", 48_000, 1),
    ("FLOAT_LE", 48_000, 2),
  ])
  func `a device that does one thing only is taken as it is`(format: String, rate: Int, channels: Int) async {
    // In a process of its own: ALSA's configuration comes through the environment.
    await #expect(processExitsWith: .success) {
      [format = format as String, rate = rate as Int, channels = channels as Int] in
      let played = try PlayedFile(format: format, rate: rate, channels: channels)
      let microphone = try ALSAMicrophone.open(played.limited)
      guard case .audio(let name, let shape) = microphone.format else {
        Issue.record("no format of sound")
        return
      }
      #expect(shape.sampleRate == rate)
      #expect(shape.channelCount == channels)
      #expect(name == (format == "S24_3LE" ? "S32_LE" : format))
      let samples = try ALSAMicrophoneTests.capture(microphone, samples: rate / 10)
      #expect(Array(samples.flatMap(\.bytes).prefix(played.expected.count)) == played.expected)
    }
  }

  @Test func `ALSA's file plug-in plays what is in it at its pace`() async {
    await #expect(processExitsWith: .success) {
      let played = try PlayedFile(format: "S16_LE", rate: 48_000, channels: 1)
      let samples = try ALSAMicrophoneTests.capture(ALSAMicrophone.open(played.unlimited), samples: 4800)
      #expect(Array(samples.flatMap(\.bytes).prefix(played.expected.count)) == played.expected)
      let times = samples.compactMap { $0.sample.presentationTime }
      let last = try #require(times.last)
      let first = try #require(times.first)
      #expect(last - first == MediaTime(value: Int64(times.count - 1), timescale: 100))
    }
  }

  /// Starts a microphone, waits until it has given so many samples, and stops it.
  fileprivate static func capture(_ microphone: ALSAMicrophone, samples wanted: Int) throws -> [CapturedSample] {
    let kept = Locked((samples: [CapturedSample](), count: 0))
    let enough = try EventDescriptor()
    let sink = try CollectingSink { sample in
      let count = kept.withLock {
        $0.samples.append(sample)
        $0.count += sample.sample.sampleCount
        return $0.count
      }
      if count >= wanted { enough.signal() }
    }
    try microphone.start(into: sink)
    try StopSignal().wait(for: enough.descriptor, .readable)
    microphone.stop()
    #expect(try sink.result().ends.count == 1)
    return kept.withLock { $0.samples }
  }
}
