import CFFmpeg
import Codecs
import Foundation
import Media
import TestSupport
import Testing

@testable import Capture

/// A USB camera of the device lab: uvcvideo itself, over a camera that `usb-camera.py` plays.
@Suite(.enabled(if: LabCamera.usb.isThere, LabCamera.reason), .serialized)
struct USBCameraTests {
  private let camera = LabCamera.usb

  @Test func `its metadata node is no camera`() throws {
    let cameras = try V4L2Discovery.cameras()
    #expect(cameras.count == 1)
    #expect(FileManager.default.fileExists(atPath: "/dev/video1"))
    #expect(cameras.first?.connection == .v4l2(path: "/dev/video0"))
  }

  @Test func `it lists what its descriptors say`() throws {
    let formats = try camera.device.videoFormats
    #expect(formats.map(\.fourCC) == ["YUYV", "YUYV", "MJPG", "MJPG"])
    #expect(formats.map(\.size.description) == ["320x180", "640x360", "320x180", "640x360"])
    #expect(formats.allSatisfy { $0.frameRates == [Rational(30), Rational(15), Rational(5)] && !$0.isEmulated })
  }

  @Test(
    "pictures come as its formats say", arguments: [("YUYV", "320x180"), ("MJPG", "320x180"), ("MJPG", "640x360")])
  func pictures(fourCC: String, size: String) throws {
    let source = try camera.open(fourCC, size, rate: 15)
    let sink = CameraSink(keeping: 2)
    try source.start(into: sink)
    sink.wait(forSamples: 15)
    source.stop()
    #expect(sink.end?.error == nil)
    #expect(sink.events == [])
    let sample = try #require(sink.samples.first?.sample)
    #expect(sample.isPacket == (fourCC == "MJPG"))
    #expect(sample.isKeyFrame)
    let times = sink.arrivals.compactMap { $0.time?.value }
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func `a picture in JPEG is a whole file`() async throws {
    let source = try camera.open("MJPG", "640x360")
    let sink = CameraSink(keeping: 1)
    try source.start(into: sink)
    sink.wait(forSamples: 1)
    source.stop()
    let sample = try #require(sink.samples.first?.sample)
    let bytes = try #require(
      sample.withPacket { packet in
        Array(UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size)))
      })
    let directory = try TemporaryDirectory()
    let path = try directory.write(bytes, to: "picture.jpg")
    let result = try await Program.ffmpeg.run(
      ["-v", "error", "-xerror", "-i", path, "-f", "null", "-"])
    #expect(result.succeeded, "\(result.errorText)")
    #expect(result.errorText == "")
  }

  @Test func `a closed shutter is said, not recorded`() async throws {
    let device = try camera.device
    #expect(V4L2Discovery.authorization(of: device) == .authorized)
    try await camera.set("privacy", 1)
    guard case .restricted(let message) = V4L2Discovery.authorization(of: device) else {
      return #expect(Bool(false), "it is not restricted")
    }
    #expect(message.contains("/dev/video0") && message.contains("privacy"))
    let error = #expect(throws: CaptureError.self) { try camera.open() }
    #expect(error?.code == .restricted)
    try await camera.set("privacy", 0)
    #expect(V4L2Discovery.authorization(of: device) == .authorized)
  }

  /// The last one: pulls the cable, and plugs it in again.
  @Test func `pulling the cable ends the stream, and is told, as is its coming back`() async throws {
    let events = try DeviceEvents.stream(of: .video)
    var iterator = events.makeAsyncIterator()
    let device = try camera.device
    let source = try camera.open()
    let sink = CameraSink(keeping: 1)
    try source.start(into: sink)
    sink.wait(forSamples: 2)
    let pulled = try await Program("pkill").run(["-USR1", "-f", "usb-camera.py"])
    #expect(pulled.succeeded)
    sink.waitForEnd()
    source.stop()
    #expect(sink.end?.error?.code == .disconnected)
    // The picture that is kept can still be read: its memory is this process's own as long as it is.
    #expect(try PatchColors(#require(sink.samples.first).sample).colors.count == 8)
    sink.letGo()
    #expect(await iterator.next() == .disconnected(device))

    let lab = PackageRoot.path + "/Tests/DeviceLab/usb-camera.py"
    let again = try Program(lab).start([], output: .file("/dev/null"), timeout: .seconds(120))
    guard case .connected(let back) = await iterator.next() else { return #expect(Bool(false), "it is not back") }
    #expect(back.localizedName == device.localizedName)
    again.send(signal: SIGUSR1)
    _ = await again.result()
  }
}
