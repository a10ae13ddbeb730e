import CFFmpeg
import Capture
import Media
import Testing

struct TestDeviceTests {
  private static let second: Int64 = 1_000_000_000

  private func record(_ text: String, _ mediaType: MediaType) throws -> CollectingSink.Contents {
    let device = try TestDevices.device(text, mediaType: mediaType)
    let source: any CaptureSource =
      if let format = device.videoFormats.first {
        try TestCamera.open(device, format: format, frameRate: nil)
      } else {
        try TestMicrophone.open(device)
      }
    let sink = try CollectingSink()
    try source.start(into: sink)
    let result = try sink.result()
    source.stop()
    #expect(result.ends.count == 1 && result.ends[0] == nil)
    return result
  }

  private func times(_ contents: CollectingSink.Contents) -> [Int64] {
    contents.samples.compactMap { $0.sample.presentationTime?.value }
  }

  /// Whether the middle of a picture is white.
  private func isFlash(_ sample: CapturedSample) -> Bool {
    sample.sample.withFrame { frame in
      let row = Int(frame.pointee.height / 2) * Int(frame.pointee.linesize.0)
      return frame.pointee.data.0.map { $0[row + Int(frame.pointee.width / 2)] == 235 } ?? false
    } ?? false
  }

  @Test(arguments: ["30", "30000/1001", "10", "60"])
  func `pictures come at their rate, without rounding adding up`(rate: String) throws {
    let result = try record("test:size=64x48,rate=\(rate),pace=fast,length=20s", .video)
    let times = times(result)
    let parts = rate.split(separator: "/").compactMap { Int64($0) }
    let (numerator, denominator) = (parts[0], parts.count > 1 ? parts[1] : 1)
    #expect(times.count == Int((20 * numerator + denominator - 1) / denominator))
    for (index, time) in times.enumerated() {
      #expect(time - times[0] == Int64(index) * Self.second * denominator / numerator)
    }
  }

  @Test func `a clock that is too fast gives more, at shorter intervals`() throws {
    let times = times(try record("test:size=64x48,rate=50,ppm=20000,pace=fast,length=10s", .video))
    #expect(times.count == 510)
    #expect(times[51] - times[0] == Self.second)
    let sound = try record("test:ppm=20000,pace=fast,length=10s", .audio)
    #expect(sound.samples.map(\.sample.sampleCount).reduce(0, +) == 489_600)
  }

  @Test func `jitter stays within its bounds, spreads over them and is the same for the same seed`() throws {
    let text = "test:size=64x48,rate=30,jitter=5ms,pace=fast,length=20s"
    let (first, again) = (times(try record(text, .video)), times(try record(text, .video)))
    let other = times(try record(text + ",seed=2", .video))
    let exact = times(try record("test:size=64x48,rate=30,pace=fast,length=20s", .video))
    let errors = zip(first, exact).map { $0 - $1 }
    #expect(errors.allSatisfy { abs($0) <= 5_000_000 })
    #expect((errors.min() ?? 0) < -4_500_000 && (errors.max() ?? 0) > 4_500_000)
    #expect(first == again && first != other)
  }

  @Test(arguments: ["30", "25", "24000/1001", "120"])
  func `a flash begins at each second, with the nearest picture, and lasts 50 ms and two pictures`(
    rate: String
  ) throws {
    let result = try record("test:size=64x48,rate=\(rate),pace=fast,length=5s,delay=500ms", .video)
    let flashes = result.samples.map(isFlash)
    let times = times(result)
    let interval = times[1] - times[0]
    let onsets = times.indices.dropFirst().filter { flashes[$0] && !flashes[$0 - 1] }.map { times[$0] }
    #expect(onsets.count == 5)
    for onset in onsets {
      let distance = (onset + Self.second / 2) % Self.second - Self.second / 2
      #expect(abs(distance) <= interval / 2 + 1)
      let end = try #require(times.indices.first { times[$0] > onset && !flashes[$0] })
      #expect(times[end] - onset >= max(50_000_000, 2 * interval) - 2 && times[end] - onset < 110_000_000)
    }
  }

  @Test func `a beep begins at each second, exactly, on every channel`() throws {
    let result = try record("test:channels=2,pace=fast,length=3s,delay=900ms", .audio)
    var samples: [Int16] = []
    for sample in result.samples {
      sample.sample.withFrame { frame in
        frame.pointee.data.0?.withMemoryRebound(to: Int16.self, capacity: 2 * Int(frame.pointee.nb_samples)) {
          samples += UnsafeBufferPointer(start: $0, count: 2 * Int(frame.pointee.nb_samples))
        }
      }
    }
    #expect(samples.count == 2 * 3 * 48000)
    let mono = stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
    #expect(mono == stride(from: 1, to: samples.count, by: 2).map { samples[$0] })
    for second in 0..<3 {
      let begin = 4800 + second * 48000
      #expect(mono[begin - 4800..<begin].allSatisfy { abs(Int($0)) <= 33 }, "faint before")
      #expect(mono[begin..<begin + 24].contains { abs(Int($0)) > 4000 }, "loud within half a millisecond")
      #expect(mono[begin + 2400..<begin + 4800].allSatisfy { abs(Int($0)) <= 33 }, "over after 50 ms")
    }
    #expect(!mono[0..<4800].allSatisfy { $0 == 0 })
  }

  @Test func `pictures lost in a stall are counted, and the numbers go on`() throws {
    let result = try record("test:size=64x48,rate=10,pace=fast,length=4s,stall=1s:500ms", .video)
    #expect(result.samples.count == 35)
    #expect(result.samples.map(\.lostBefore) == (0..<35).map { $0 == 10 ? 5 : 0 })
    #expect(times(result)[10] - times(result)[0] == 1_500_000_000)
  }

  @Test func `in low light every second picture comes, twice as long, and none is lost`() throws {
    let result = try record("test:size=64x48,rate=10,pace=fast,length=4s,dim=1s:2s", .video)
    #expect(result.samples.count == 30)
    #expect(result.samples.allSatisfy { $0.lostBefore == 0 })
    let times = times(result)
    for (index, sample) in result.samples.enumerated().dropLast() {
      #expect(sample.sample.duration?.value == times[index + 1] - times[index])
    }
  }

  @Test func `sound that was overrun is missing and reported`() throws {
    let result = try record("test:pace=fast,length=2s,overrun=500ms:80ms+1s:1ms", .audio)
    #expect(result.events == [.overrun, .overrun])
    #expect(result.samples.map(\.sample.sampleCount).reduce(0, +) == 96000 - 3840 - 48)
    let gaps = result.samples.filter(\.isAfterGap)
    #expect(gaps.count == 2)
    #expect(gaps[0].sample.presentationTime.map { $0.value - times(result)[0] } == 580_000_000)
  }

  @Test func `a picture's memory is used again once it was let go`() throws {
    let device = try TestDevices.device("test:size=64x48,rate=30,pace=fast,length=10s", mediaType: .video)
    let format = try #require(device.videoFormats.first)
    let camera = try TestCamera.open(device, format: format, frameRate: nil)
    let addresses = AddressSet()
    let sink = try CollectingSink { sample in
      sample.sample.withFrame { addresses.insert(Int(bitPattern: $0.pointee.data.0)) }
    }
    try camera.start(into: sink)
    _ = try sink.result()
    #expect(addresses.count == 1)
  }

  @Test func `a device that is stopped ends once, whenever that is`() throws {
    for isStarted in [true, false] {
      let camera = try TestCamera.open(
        TestDevices.camera(), format: try #require(TestDevices.camera().videoFormats.last), frameRate: Rational(30))
      let microphone = try TestMicrophone.open(TestDevices.microphone())
      for source in [camera, microphone] as [any CaptureSource] {
        let sink = try CollectingSink()
        if isStarted { try source.start(into: sink) }
        source.stop()
        source.stop()
        if isStarted { #expect(try sink.result().ends.count == 1) }
        #expect(throws: CaptureError.self) { try source.start(into: sink) }
      }
    }
  }

  @Test func `in real time, both devices see the same seconds`() throws {
    let camera = try record("test:size=64x48,rate=30,length=1200ms", .video)
    let microphone = try record("test:length=1200ms", .audio)
    // Whatever a busy machine may have kept the camera from taking.
    for (sample, time) in zip(camera.samples, times(camera)) {
      let phase = time % Self.second
      #expect(isFlash(sample) == (phase < 66_000_000), "\(time)")
      #expect((phase * 30 + 29) % Self.second < 60, "pictures divide the second")
    }
    #expect(times(microphone).allSatisfy { ($0 % Self.second * 48000 + 47999) % Self.second < 48000 }, "and samples")
    #expect(!camera.samples.isEmpty && !microphone.samples.isEmpty)
  }
}
