import Codecs
import Foundation
import Media
import TestSupport
import Testing

@testable import Capture

/// The kernel's virtual camera: every raw format, and every fault that it can play.
@Suite(.enabled(if: LabCamera.vivid.isThere, LabCamera.reason), .serialized)
struct VividTests {
  private let camera = LabCamera.vivid

  private func capture(_ source: V4L2Camera, into sink: CameraSink, count: Int) throws {
    try source.start(into: sink)
    sink.wait(forSamples: count)
    source.stop()
  }

  @Test func `every raw format shows the same bars`() async throws {
    try await camera.set("osd_text_mode", 2)  // no text over them
    let device = try camera.device
    // Grey has no colours, and 5 bits are too few to compare.
    let formats = device.videoFormats.filter {
      $0.size.description == "320x180" && !["GREY", "RGBP"].contains($0.fourCC)
    }
    #expect(formats.count >= 8)
    var expected: [RGBColor]?
    for format in formats {
      let source = try V4L2Camera.open(device, format: format, frameRate: Rational(30))
      let sink = CameraSink(keeping: 1)
      try capture(source, into: sink, count: 5)
      #expect(sink.events == [], "\(format.fourCC)")
      let colors = try PatchColors(sink.samples[0].sample).colors
      let reference = expected ?? colors
      expected = reference
      for (found, wanted) in zip(colors, reference) {
        #expect(found.distance(to: wanted) <= 12, "\(format.fourCC): \(colors) instead of \(reference)")
      }
    }
    let names = [
      RGBColor(191, 191, 191), RGBColor(191, 191, 0), RGBColor(0, 191, 191), RGBColor(0, 191, 0), RGBColor(191, 0, 191),
      RGBColor(191, 0, 0), RGBColor(0, 0, 191), RGBColor(0, 0, 0),
    ]
    for (found, wanted) in zip(try #require(expected), names) { #expect(found.distance(to: wanted) <= 12) }
  }

  @Test func `what was set is what the device says`() throws {
    let source = try camera.open("NV12", "640x360", rate: 15)
    guard case .video(let format, let rate, let color) = source.format else { return #expect(Bool(false)) }
    #expect(format.fourCC == "NV12" && format.size.description == "640x360")
    #expect(rate == Rational(15))
    #expect(color.isFullRange == false)
    source.stop()
  }

  @Test func `a size that the device has not is refused, not changed`() throws {
    let format = VideoCaptureFormat(
      fourCC: "YUYV", content: .pixels(.yuyv422), size: PixelSize(width: 160, height: 120), frameRates: [])
    let path = try camera.path
    let error = #expect(throws: CaptureError.self) {
      try V4L2Camera.open(camera.device, format: format, frameRate: nil)
    }
    #expect(error?.code == .unsupportedFormat)
    #expect(error?.message == "cannot set camera '\(path)' to YUYV 160x120: it became YUYV 320x180")
  }

  @Test func `times grow by the frame's duration`() throws {
    let source = try camera.open(rate: 30)
    let sink = CameraSink()
    try capture(source, into: sink, count: 30)
    let times = sink.arrivals.compactMap { $0.time?.value }
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    // Where the host is busy the driver leaves pictures out: their time passes all the same.
    let lost = sink.arrivals[1..<30].map(\.lostBefore).reduce(0, +)
    let mean = (times[29] - times[0]) / Int64(29 + lost)
    #expect(abs(mean - 33_333_333) < 1_000_000)
    #expect(!sink.arrivals.contains { $0.isTimeEstimated })
  }

  @Test func `pictures that are kept stay as they are, and cost the stream nothing`() throws {
    let source = try camera.open()
    let sink = CameraSink(keeping: 5)
    try source.start(into: sink)
    sink.wait(forSamples: 5)
    let before = try sink.samples.map { try PatchColors($0.sample).colors }
    sink.wait(forSamples: 30)
    #expect(try sink.samples.map { try PatchColors($0.sample).colors } == before)
    #expect(sink.events == [])
    source.stop()
  }

  @Test func `when too many are kept, the rest is copied and noted`() throws {
    let source = try camera.open()
    let sink = CameraSink(keeping: 20)
    try capture(source, into: sink, count: 25)
    #expect(sink.events.contains(.copiedForShortage))
    #expect(Set(sink.events) == [.copiedForShortage])
    let colors = try sink.samples.map { try PatchColors($0.sample).colors }
    for picture in colors {
      for (found, wanted) in zip(picture, colors[0]) { #expect(found.distance(to: wanted) <= 2) }
    }
  }

  @Test func `pictures outlive their stream, and leave the device to others`() throws {
    let source = try camera.open()
    let sink = CameraSink(keeping: 4)
    try capture(source, into: sink, count: 4)
    let before = try sink.samples.map { try PatchColors($0.sample).colors }
    // Another format, so that the driver has to make other buffers.
    let next = try camera.open("NV12", "640x360", rate: 15)
    let second = CameraSink()
    try capture(next, into: second, count: 5)
    #expect(try sink.samples.map { try PatchColors($0.sample).colors } == before)
    // The first stream's buffers go back now: not to the second stream.
    let third = try camera.open()
    let last = CameraSink()
    try third.start(into: last)
    sink.letGo()
    last.wait(forSamples: 10)
    third.stop()
    #expect(last.end?.error == nil)
    #expect(last.events == [])
  }

  @Test func `a source is started once, and stopped as often as one likes`() throws {
    let source = try camera.open()
    let sink = CameraSink()
    try capture(source, into: sink, count: 1)
    source.stop()
    let error = #expect(throws: CaptureError.self) { try source.start(into: sink) }
    #expect(error?.code == .invalidState)
    let unstarted = try camera.open()
    unstarted.stop()
    #expect(throws: CaptureError.self) { try unstarted.start(into: sink) }
  }

  @Test func `a sink may stop its own source`() throws {
    let source = try camera.open()
    let sink = CameraSink { source.stop() }
    try source.start(into: sink)
    sink.waitForEnd()
    source.stop()
    #expect(sink.arrivals.count == 1)
    #expect(sink.end?.error == nil)
  }

  @Test func `stop does not wait for a picture`() throws {
    let source = try camera.open(rate: 1)
    let sink = CameraSink()
    try source.start(into: sink)
    source.stop()
    #expect(sink.arrivals.count <= 1)
    #expect(sink.end != nil)
  }

  @Test func `a damaged buffer is left out and noted`() async throws {
    let source = try camera.open()
    let sink = CameraSink()
    try source.start(into: sink)
    sink.wait(forSamples: 3)
    try await camera.set("inject_v4l2_buf_flag_error", 1)
    let count = sink.arrivals.count
    sink.wait(forSamples: count + 5)
    source.stop()
    #expect(sink.events.contains(.damagedBuffer))
    #expect(sink.end?.error == nil)
  }

  @Test func `pictures that the driver drops are counted`() async throws {
    let source = try camera.open()
    let sink = CameraSink()
    try await camera.set("percentage_of_dropped_buffers", 50)
    try source.start(into: sink)
    sink.wait(forSamples: 20)
    source.stop()
    try await camera.set("percentage_of_dropped_buffers", 0)
    #expect(sink.arrivals.map(\.lostBefore).reduce(0, +) > 0)
  }

  @Test func `a driver that fails ends the stream with its reason`() async throws {
    let source = try camera.open()
    let sink = CameraSink()
    try source.start(into: sink)
    sink.wait(forSamples: 3)
    try await camera.set("inject_fatal_streaming_error", 1)
    sink.waitForEnd()
    source.stop()
    #expect(sink.end?.error?.code == .deviceFailed)
    let path = try camera.path
    #expect(sink.end?.error?.message == "cannot capture from camera '\(path)': Input/output error")
  }

  @Test func `a buffer that the driver does not take back ends it too`() async throws {
    let source = try camera.open()
    let sink = CameraSink()
    try source.start(into: sink)
    sink.wait(forSamples: 3)
    try await camera.set("inject_vidioc_qbuf_error", 1)
    sink.waitForEnd()
    source.stop()
    #expect(sink.end?.error != nil)
  }

  @Test func `a stream that cannot start leaves the sink alone`() async throws {
    let source = try camera.open()
    try await camera.set("inject_vidioc_streamon_error", 1)
    let sink = CameraSink()
    #expect(throws: CaptureError.self) { try source.start(into: sink) }
    source.stop()
    #expect(sink.end == nil)
    let next = try camera.open()
    try capture(next, into: sink, count: 1)
    #expect(sink.end?.error == nil)
  }

  @Test func `a camera that another program uses names it`() async throws {
    let path = try camera.path
    let holder = try Program("v4l2-ctl").start(["-d", path, "--stream-mmap", "--stream-count=100000"])
    #expect(await holder.says("<"))
    let error = #expect(throws: CaptureError.self) { try camera.open() }
    #expect(error?.code == .busy)
    #expect(
      error?.message == "cannot set camera '\(path)': Device or resource busy, held by 'v4l2-ctl' "
        + "(pid \(holder.processIdentifier))")
    holder.send(signal: 9)
    _ = await holder.result()
    #expect(throws: Never.self) { try camera.open().stop() }
  }

  /// The last one: the device comes back only when everyone has closed it.
  @Test func `a camera that is unplugged ends the stream as disconnected`() async throws {
    let source = try camera.open()
    let sink = CameraSink()
    try source.start(into: sink)
    sink.wait(forSamples: 3)
    try await camera.set("disconnect", 1)
    sink.waitForEnd()
    source.stop()
    #expect(sink.end?.error?.code == .disconnected)
  }
}
