import Capture
import Media
import Platform
import Testing

/// What a session does with its devices, seen from the devices.
struct CaptureSessionTests {
  private static func camera(_ id: String, _ width: Int = 640, _ height: Int = 480) -> CaptureDevice {
    CaptureDevice(
      id: id, localizedName: id, mediaType: .video, connection: .test,
      videoFormats: [
        VideoCaptureFormat(
          fourCC: "NV12", content: .pixels(.nv12), size: PixelSize(width: width, height: height),
          frameRates: [Rational(30)])
      ])
  }

  private struct Bench {
    let session: CaptureSession
    let output = VideoDataOutput()
    let history = Locked<[String]>([])
    let sources = Locked<[ScriptedSource]>([])

    init() throws { session = try CaptureSession() }

    func input(_ device: CaptureDevice, failure: CaptureError? = nil) -> CaptureInput {
      CaptureInput(device) { [history, sources] choice in
        let source = ScriptedSource(device, choice: choice, failure: failure, history: history)
        sources.withLock { $0.append(source) }
        return source
      }
    }

    func configure(_ input: CaptureInput) async throws {
      let output = output
      try await session.configure {
        $0.setInput(input)
        $0.setOutput(output)
      }
    }

    var log: [String] { history.withLock { $0 } }
    var source: ScriptedSource? { sources.withLock { $0.last } }
  }

  @Test func `starting and stopping again does nothing`() async throws {
    let bench = try Bench()
    try await bench.configure(bench.input(Self.camera("a")))
    try await bench.session.startRunning()
    try await bench.session.startRunning()
    await bench.session.stopRunning()
    await bench.session.stopRunning()
    #expect(bench.log == ["open a", "start a", "stop a"])
    #expect(try await bench.output.nextSample() == nil)
  }

  @Test func `a session that was stopped can run again`() async throws {
    let bench = try Bench()
    try await bench.configure(bench.input(Self.camera("a")))
    try await bench.session.startRunning()
    await bench.session.stopRunning()
    try await bench.session.startRunning()
    try bench.source?.give(7)
    #expect(try await bench.output.nextSample()?.sample.presentationTime?.value == 7)
    #expect(bench.log == ["open a", "start a", "stop a", "open a", "start a"])
    await bench.session.stopRunning()
  }

  @Test func `another camera takes over while the session runs: the old one is closed first`() async throws {
    let bench = try Bench()
    try await bench.configure(bench.input(Self.camera("a")))
    try await bench.session.startRunning()
    try bench.source?.give(1)
    try await bench.configure(bench.input(Self.camera("b")))
    #expect(bench.log == ["open a", "start a", "stop a", "open b", "start b"])
    try bench.source?.give(2)
    let first = try #require(try await bench.output.nextSample())
    let second = try #require(try await bench.output.nextSample())
    #expect([first, second].map { $0.sample.presentationTime?.value } == [1, 2])
    #expect(first.sourceNumber != second.sourceNumber)
    #expect(await bench.session.connections.map(\.device.id) == ["b"])
    await bench.session.stopRunning()
  }

  @Test func `a camera that cannot start leaves what ran before running`() async throws {
    let bench = try Bench()
    try await bench.configure(bench.input(Self.camera("a")))
    try await bench.session.startRunning()
    let busy = CaptureError(code: .busy, message: "held by another")
    let error = await #expect(throws: CaptureError.self) {
      try await bench.configure(bench.input(Self.camera("b"), failure: busy))
    }
    #expect(error?.code == .busy)
    #expect(bench.log == ["open a", "start a", "stop a", "open b", "start b", "stop b", "open a", "start a"])
    #expect(await bench.session.configuration.inputs[.video]?.device.id == "a")
    try bench.source?.give(5)
    #expect(try await bench.output.nextSample()?.sample.presentationTime?.value == 5)
    await bench.session.stopRunning()
  }

  @Test func `a change that throws, or asks for what no camera can, changes nothing`() async throws {
    let bench = try Bench()
    try await bench.configure(bench.input(Self.camera("a")))
    await #expect(throws: CancellationError.self) {
      try await bench.session.configure {
        $0.removeInput(of: .video)
        throw CancellationError()
      }
    }
    let error = await #expect(throws: CaptureError.self) {
      try await bench.session.configure { $0.sessionPreset = .hd1920x1080 }
    }
    #expect(error?.code == .unsupportedPreset)
    #expect(bench.log == ["open a"])
    #expect(await bench.session.configuration.sessionPreset == nil)
    #expect(await bench.session.canSetSessionPreset(.vga640x480))
    #expect(await !bench.session.canSetSessionPreset(.hd1920x1080))
  }

  @Test func `what is set anew is closed and opened, what is set the same goes on`() async throws {
    let bench = try Bench()
    try await bench.configure(bench.input(Self.camera("a")))
    try await bench.session.startRunning()
    try await bench.session.configure { $0.sessionPreset = .vga640x480 }
    #expect(bench.log == ["open a", "start a"])
    try await bench.session.configure { $0.sessionPreset = .low }
    #expect(bench.log == ["open a", "start a", "stop a", "open a", "start a"])
    await bench.session.stopRunning()
  }

  @Test func `a camera that is unplugged ends its output after what it gave`() async throws {
    let bench = try Bench()
    try await bench.configure(bench.input(Self.camera("a")))
    try await bench.session.startRunning()
    try bench.source?.give(1)
    bench.source?.unplug()
    #expect(try await bench.output.nextSample() != nil)
    let error = await #expect(throws: CaptureError.self) { try await bench.output.nextSample() }
    #expect(error?.code == .disconnected)
    await bench.session.stopRunning()
  }
}
