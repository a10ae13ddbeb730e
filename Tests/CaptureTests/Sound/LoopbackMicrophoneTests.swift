import CFFmpeg
import Capture
import Foundation
import Media
import Platform
import TestSupport
import Testing

/// A real sound driver, in the device lab: what is played into one end of snd-aloop is captured at the other.
@Suite(
  .enabled(
    if: FileManager.default.fileExists(atPath: "/proc/asound/Loopback"),
    "snd-aloop is not loaded: Tests/DeviceLab/sound runs this in a virtual machine"),
  .serialized)
struct LoopbackMicrophoneTests {
  static let identifier = "hw:CARD=Loopback,DEV=1"

  @Test func `it is listed with what it can do, and found by its number too`() throws {
    let device = try #require(ALSADiscovery.microphones().first { $0.id == Self.identifier })
    #expect(device.connection == .alsa(pcm: "plug\(Self.identifier)"))
    #expect(device.localizedName == "Loopback, Loopback PCM")
    let formats = device.audioFormats
    #expect(Set(formats.map(\.sampleFormat)).isSuperset(of: ["S16_LE", "S32_LE", "FLOAT_LE"]))
    #expect(formats.allSatisfy { $0.sampleRates.contains(48_000) && $0.channelCounts.contains(2) })
    #expect(try CaptureDevices.microphone(named: "hw:CARD=Loopback,DEV=1") == device)
    #expect(try CaptureDevices.microphone(named: "hw:0,1").connection == .alsa(pcm: "plughw:0,1"))
  }

  @Test func `a second one is refused, with who holds it`() throws {
    let device = try CaptureDevices.microphone(named: Self.identifier)
    let held = try ALSAMicrophone.open(device)
    let error = #expect(throws: CaptureError.self) { try ALSAMicrophone.open(device) }
    #expect(error?.code == .busy)
    #expect(error?.message.hasSuffix("Device or resource busy, held by this program itself") == true)
    // It is listed all the same.
    #expect(try ALSADiscovery.microphones().contains { $0.id == Self.identifier })
    held.stop()
  }

  @Test(arguments: [(48_000, 2), (16_000, 1)])
  func `what is played is captured to the sample, with steady times`(rate: Int, channels: Int) async throws {
    let directory = try TemporaryDirectory()
    // Each sample of three seconds is another one than its neighbours, and none is zero.
    let played = (0..<rate * 3 * channels).map { Int16(truncatingIfNeeded: 1 + ($0 &* 7919) % 32_000) }
    try played.withUnsafeBytes { try Data($0).write(to: URL(fileURLWithPath: directory.file("played.raw"))) }
    let player = try Program("aplay").start(
      [
        "-q", "-D", "hw:CARD=Loopback,DEV=0", "-t", "raw", "-f", "S16_LE", "-r", "\(rate)", "-c", "\(channels)",
        "--buffer-time=500000", directory.file("played.raw"),
      ], input: .nothing)
    // The driver holds the other end to what is played.
    var device = try CaptureDevices.microphone(named: Self.identifier)
    for _ in 0..<500 where device.audioFormats.first?.sampleRates != rate...rate {
      try StopSignal().wait(for: .milliseconds(10))
      device = try CaptureDevices.microphone(named: Self.identifier)
    }
    let microphone = try ALSAMicrophone.open(device)
    #expect(
      microphone.format
        == .audio(
          sampleFormat: "S16_LE",
          AudioFormat(
            sampleRate: rate, channelCount: channels, channelLayout: channels == 1 ? "mono" : "stereo")))
    let kept = Locked([CapturedSample]())
    let sink = try CollectingSink { sample in kept.withLock { $0.append(sample) } }
    try microphone.start(into: sink)
    #expect(await player.result().exitCode == 0)
    microphone.stop()
    let result = try sink.result()
    #expect(result.ends.count == 1)
    #expect(result.events.isEmpty)

    let samples = kept.withLock { $0 }
    #expect(samples.allSatisfy { !$0.isAfterGap && !$0.isTimeEstimated })
    let heard = samples.flatMap(\.bytes).withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
    let sound = heard.drop { $0 == 0 }
    let first = try #require(sound.first)
    // It was being played when capturing began: it goes on from there.
    let offset = try #require(played.firstIndex(of: first))
    let wanted = played[offset...].prefix(sound.count)
    #expect(wanted.count > rate * channels)
    #expect(Array(sound.prefix(wanted.count)) == Array(wanted))

    var (count, times) = (0, [Double]())
    for sample in samples {
      let time = try #require(sample.sample.presentationTime).seconds
      times.append(time - Double(count) / Double(rate))
      count += sample.sample.sampleCount
    }
    let spread = try #require(times.max()) - #require(times.min())
    print("snd-aloop at \(rate) Hz: \(samples.count) pieces, stamps within \(spread * 1000) ms")
    #expect(spread < 0.02)
  }

  @Test func `a thread that is held up beyond the device's room loses sound, and tells how much by its times`() throws {
    let microphone = try ALSAMicrophone.open(CaptureDevices.microphone(named: Self.identifier))
    let kept = Locked([CapturedSample]())
    let enough = try EventDescriptor()
    let sink = try CollectingSink { sample in
      let isHeldUp = kept.withLock { kept in
        kept.append(sample)
        if kept.count == 60 { enough.signal() }
        return kept.count == 20
      }
      // Nothing raises this signal: the capture thread waits for two seconds, where a second's sound has room.
      if isHeldUp { try? StopSignal().wait(for: .seconds(2)) }
    }
    try microphone.start(into: sink)
    try StopSignal().wait(for: enough.descriptor, .readable)
    microphone.stop()
    #expect(try sink.result().events == [.overrun])
    let samples = kept.withLock { $0 }
    let gaps = samples.indices.filter { samples[$0].isAfterGap }
    #expect(gaps == [20])
    let gap = try #require(gaps.first)
    let before = try #require(samples[gap - 1].sample.presentationTime).seconds
    let after = try #require(samples[gap].sample.presentationTime).seconds
    let lost = after - before - Double(samples[gap - 1].sample.sampleCount) / 48_000
    #expect(lost > 1.9)
    #expect(lost < 4)
  }

  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["RUSHES_UNPLUG"] != nil,
      "it takes the sound card away from all others: Tests/DeviceLab/sound runs it last"))
  func `a microphone that is unplugged ends with that`() async throws {
    let sink = try CollectingSink()
    var microphone: ALSAMicrophone? = try ALSAMicrophone.open(CaptureDevices.microphone(named: Self.identifier))
    try microphone?.start(into: sink)
    // Returns once nobody has the card open any more.
    let unbinding = try Program("sh").start(
      ["-c", "echo snd_aloop.0 > /sys/bus/platform/drivers/snd_aloop/unbind"], input: .nothing)
    let ends = try sink.result().ends
    #expect(ends.count == 1)
    #expect(ends.first??.code == .disconnected)
    #expect(ends.first??.message == "cannot read microphone 'plug\(Self.identifier)': it was unplugged")
    microphone?.stop()
    microphone = nil
    #expect(await unbinding.result().exitCode == 0)
    #expect(try ALSADiscovery.microphones().isEmpty)
  }
}
