import Capture
import Media
import Testing

struct TestDeviceOptionsTests {
  @Test func `a text says what a camera does`() throws {
    let text =
      "test:size=1280x720,rate=30000/1001,ppm=-300,jitter=5ms,pace=fast,length=1.5s,stall=10s:200ms+40s:1s,dim=2m:3s"
    let options = try TestDeviceOptions(text, for: .video)
    #expect(options.size == PixelSize(width: 1280, height: 720))
    #expect(options.frameRate == Rational(30000, 1001))
    #expect(options.clockError == -300 && options.jitter == 5_000_000 && options.pace == .fast)
    #expect(options.length == 1_500_000_000)
    #expect(
      options.stalls == [
        .init(time: 10_000_000_000, duration: 200_000_000), .init(time: 40_000_000_000, duration: 1_000_000_000),
      ])
    #expect(options.dimmings == [.init(time: 120_000_000_000, duration: 3_000_000_000)])
  }

  @Test func `a text says what a microphone does`() throws {
    let options = try TestDeviceOptions("test:rate=44100,channels=2,overrun=3s:50ms,delay=250us,seed=9", for: .audio)
    #expect(options.sampleRate == 44100 && options.channelCount == 2 && options.seed == 9)
    #expect(options.overruns == [.init(time: 3_000_000_000, duration: 50_000_000)])
    #expect(options.delay == 250_000)
  }

  @Test func `nothing said is a device in real time without faults`() throws {
    #expect(try TestDeviceOptions("test", for: .video) == TestDeviceOptions())
    #expect(TestDevices.camera().id == "test" && TestDevices.microphone().id == "test")
  }

  @Test(
    arguments: [
      ("test:size=640x480,rate=25/2,jitter=1ms,pace=fast,length=1500ms,stall=1s:1ns", MediaType.video),
      ("test:rate=16000,channels=2,ppm=300,delay=20ms,overrun=1s:20ms+2s:1s", .audio), ("test", .audio),
    ])
  func `a device's id is the text that makes it again`(text: String, mediaType: MediaType) throws {
    let device = try TestDevices.device(text, mediaType: mediaType)
    #expect(device.id == text && device.mediaType == mediaType && device.connection == .test)
    #expect(try TestDevices.device(device.id, mediaType: mediaType) == device)
  }

  @Test(
    arguments: [
      ("test:", "it has no setting ''"), ("test:colour=red", "it has no setting 'colour'; there are size, rate"),
      ("test:rate", "'rate': expected rate=PICTURES"), ("test:rate=0", "expected rate="),
      ("test:rate=2000", "expected rate="), ("test:rate=30/0", "expected rate="), ("test:size=641x480", "even"),
      ("test:size=1x1", "64x48"), ("test:ppm=1e6", "ppm=COUNT"), ("test:jitter=5", "jitter=TIME"),
      ("test:jitter=-5ms", "jitter=TIME"), ("test:length=0s", "length=TIME"), ("test:length=99999999999h", "length="),
      ("test:length=.5s", "length="), ("test:stall=10s", "stall=AT:LENGTH"), ("test:pace=slow", "pace=fast"),
      ("test:channels=2", "no setting 'channels'"), ("test:rate=1,rate=2", "'rate' is set twice"),
      ("testing", "expected test or test:NAME=VALUE"),
    ])
  func `a text that says nothing sensible is refused with what there is`(text: String, reason: String) throws {
    let error = try #require(throws: CaptureError.self) { try TestDevices.device(text, mediaType: .video) }
    #expect(error.message.hasPrefix("cannot use camera '\(text)': "))
    #expect(error.message.contains(reason), "\(error)")
  }
}
