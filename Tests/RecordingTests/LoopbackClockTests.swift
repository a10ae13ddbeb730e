import Capture
import Foundation
import Media
import Platform
import TestSupport
import Testing

@testable import Recording

/// A real sound driver whose clock is set apart from the system's, in the device lab.
@Suite(
  .enabled(
    if: FileManager.default.fileExists(atPath: "/proc/asound/Loopback"),
    "snd-aloop is not loaded: Tests/DeviceLab/sound runs this in a virtual machine"),
  .serialized)
struct LoopbackClockTests {
  /// Of the driver's control: how long a second of its clock lasts, in hundred thousandths.
  @Test(arguments: [100_000, 100_030, 99_970])
  func `a drifting clock is measured and followed`(shift: Int) async throws {
    try await Program("amixer").run(
      ["-q", "-c", "Loopback", "cset", "iface=PCM,name='PCM Rate Shift 100000',device=1", "\(shift)"]
    ).checked()
    let microphone = try ALSAMicrophone.open(CaptureDevices.microphone(named: "hw:CARD=Loopback,DEV=1"))
    let timeline = SoundTimeline(outputRate: 48_000, outputChannels: 2)
    let seconds = 30
    let relay = try Relay(timeline, seconds: seconds)
    try microphone.start(into: relay)
    try StopSignal().wait(for: relay.enough.descriptor, .readable)
    microphone.stop()
    let (statistics, given) = try relay.result()
    print("shift \(shift): \(statistics)")
    #expect(given == seconds * 48_000)
    #expect(statistics.gaps == 0)
    #expect(statistics.silenceFilled == 0)
    #expect(abs((statistics.rateDeviation ?? .infinity) - Double(100_000 - shift) * 10) < 60)
    #expect(abs(statistics.residual?.maximum ?? .max) < 5_000_000)
  }
}

/// Hands what a microphone gives to a timeline, on the microphone's thread.
private final class Relay: SampleSink, @unchecked Sendable {
  // Safe: `timeline` and the counters are used by the microphone's thread until it was stopped, then by the test's.
  let enough: EventDescriptor
  private let timeline: SoundTimeline
  private let duration: MediaTime
  private let wanted: Int
  private var start: MediaTime?
  private var captured = 0
  private var given = 0
  private var failure: (any Error)?

  init(_ timeline: SoundTimeline, seconds: Int) throws {
    self.timeline = timeline
    duration = MediaTime(value: Int64(seconds), timescale: 1)
    wanted = (seconds + 1) * 48_000
    enough = try EventDescriptor()
  }

  func deliver(_ sample: CapturedSample) {
    do {
      guard let time = sample.sample.presentationTime else { return }
      captured += sample.sample.sampleCount
      // The first tenths of a second are left alone: a picture comes later than sound does.
      if start == nil, captured > 24_000 {
        start = time
        timeline.start(at: time)
      }
      let end = (start ?? time) + duration
      try timeline.push(sample)
      timeline.allow(until: min(time, end))
      given += try timeline.pull().reduce(0) { $0 + $1.sampleCount }
      if captured > wanted { enough.signal() }
    } catch {
      failure = error
      enough.signal()
    }
  }

  func waitForRoom() -> Bool { true }
  func note(_ event: CaptureEvent) { Issue.record("\(event)") }
  func end(_ error: CaptureError?) { if let error { Issue.record(error) } }

  /// After the microphone was stopped: what came of it.
  func result() throws -> (SoundStatistics, given: Int) {
    if let failure { throw failure }
    guard let start else { throw TestSupportError("nothing was captured") }
    let rest = try timeline.finish(at: start + duration).reduce(0) { $0 + $1.sampleCount }
    return (timeline.statistics, given + rest)
  }
}
