import Foundation
import Media
import TestSupport
import Testing

@testable import Capture

struct DeviceEventTests {
  private func device(_ id: String, name: String = "a camera") -> CaptureDevice {
    CaptureDevice(id: id, localizedName: name, mediaType: .video, connection: .v4l2(path: "/dev/\(id)"))
  }

  @Test func `what went is told before what came`() {
    let (first, second, third) = (device("video0"), device("video1"), device("video2"))
    #expect(
      DeviceEvent.differences(from: [first, second], to: [second, third]) == [.disconnected(first), .connected(third)])
    #expect(DeviceEvent.differences(from: [first, second], to: [second, first]) == [])
  }

  @Test func `a device of which more is known is told again, and is never gone meanwhile`() {
    let known = device("video0", name: "a camera with formats")
    #expect(DeviceEvent.differences(from: [device("video0")], to: [known]) == [.connected(known)])
  }

  @Test func `nodes that come and go are told`() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path
    _ = try directory.write("", to: "video0")
    let events = try DeviceEvents.stream(
      watching: [path, path + "/later"], settling: .milliseconds(1), isNodeName: { $0.hasPrefix("video") },
      discovering: {
        let names = Directory.names(in: path) + Directory.names(in: path + "/later")
        return names.filter { $0.hasPrefix("video") }.map {
          CaptureDevice(id: $0, localizedName: "", mediaType: .video, connection: .v4l2(path: $0))
        }
      })
    var iterator = events.makeAsyncIterator()
    _ = try directory.write("", to: "other")
    _ = try directory.write("", to: "video1")
    guard case .connected(let added) = await iterator.next() else { return #expect(Bool(false), "nothing came") }
    #expect(added.id == "video1")
    try FileManager.default.removeItem(atPath: directory.file("video0"))
    guard case .disconnected(let removed) = await iterator.next() else { return #expect(Bool(false), "nothing went") }
    #expect(removed.id == "video0")
  }

  @Test func `the stream ends with the task that iterates it`() async throws {
    let directory = try TemporaryDirectory()
    let events = try DeviceEvents.stream(
      watching: [directory.path], settling: .milliseconds(1), isNodeName: { _ in true }, discovering: { [] })
    let task = Task {
      var count = 0
      for await _ in events { count += 1 }
      return count
    }
    task.cancel()
    #expect(await task.value == 0)
  }
}
