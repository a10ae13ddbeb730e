import Codecs
import Foundation
import Media
import TestSupport
import Testing

@testable import Capture

/// v4l2loopback in the device lab, fed by the ffmpeg program: what cameras give that vivid does not.
@Suite(.enabled(if: LabCamera.loopback.isThere, LabCamera.reason), .serialized)
struct LoopbackCameraTests {
  private let camera = LabCamera.loopback

  /// Runs `body` while ffmpeg feeds the node.
  private func fed(by arguments: [String], _ body: () throws -> Void) async throws {
    let feeder = try Program.ffmpeg.start(
      ["-nostdin", "-v", "info", "-re"] + arguments + ["-f", "v4l2", "/dev/video0"], timeout: .seconds(120))
    // Its first line on progress: the node has had a picture.
    #expect(await feeder.says("frame="))
    defer { feeder.send(signal: SIGKILL) }
    try body()
  }

  private let pattern = ["-f", "lavfi", "-i", "testsrc2=size=320x180:rate=15"]

  private func capture(_ fourCC: String, count: Int) throws -> CameraSink {
    let source = try camera.open(fourCC, rate: 15)
    let sink = CameraSink(keeping: count)
    try source.start(into: sink)
    sink.wait(forSamples: count)
    source.stop()
    return sink
  }

  @Test func `H.264 comes as packets, with its key frames marked`() async throws {
    let encoding = ["-c:v", "libx264", "-preset", "ultrafast", "-tune", "zerolatency", "-g", "5"]
    try await fed(by: pattern + encoding) {
      let sink = try capture("H264", count: 20)
      #expect(sink.end?.error == nil)
      // The place of each in the encoder's own count, by what was lost before it.
      let places = sink.arrivals.reduce(into: [0]) { $0.append(($0.last ?? 0) + 1 + $1.lostBefore) }.dropFirst()
      let keys = zip(places, sink.arrivals).filter { $1.isKeyFrame }.map(\.0)
      #expect(keys.count >= 3)
      #expect(zip(keys, keys.dropFirst()).allSatisfy { ($1 - $0) % 5 == 0 })
      #expect(sink.samples.allSatisfy { $0.sample.isPacket })
    }
  }

  @Test func `MJPEG comes as packets`() async throws {
    try await fed(by: pattern + ["-c:v", "mjpeg", "-pix_fmt", "yuvj422p"]) {
      let sink = try capture("MJPG", count: 10)
      #expect(sink.end?.error == nil)
      #expect(sink.events == [])
      #expect(sink.arrivals.allSatisfy { $0.isKeyFrame && $0.byteCount > 1000 })
    }
  }

  @Test func `a camera with no format of use is emulated by libv4l2`() async throws {
    // Blue everywhere: rows of B G B G… and G R G R… by turns.
    let rows = (0..<180).flatMap { row in (0..<320).map { UInt8((row + $0) % 2 == 0 && row % 2 == 0 ? 200 : 40) } }
    let directory = try TemporaryDirectory()
    let path = try directory.write(rows, to: "blue.raw")
    let input = ["-stream_loop", "-1", "-f", "rawvideo", "-pix_fmt", "bayer_bggr8", "-video_size", "320x180"]
    try await fed(by: input + ["-framerate", "15", "-i", path, "-c", "copy"]) {
      let formats = try camera.device.videoFormats
      #expect(!formats.isEmpty && formats.allSatisfy { $0.isEmulated && $0.fourCC == "YU12" })
      let sink = try capture("YU12", count: 10)
      #expect(sink.end?.error == nil)
      #expect(sink.arrivals.allSatisfy { $0.size == PixelSize(width: 320, height: 180) })
      let colors = try PatchColors(#require(sink.samples.last).sample).colors
      #expect(colors.allSatisfy { $0.blue > $0.red + 60 && $0.blue > $0.green + 60 }, "\(colors)")
    }
  }
}
