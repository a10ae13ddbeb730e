import Foundation
import TestSupport
import Testing

@testable import Capture

struct DeviceHolderTests {
  @Test func `whoever has a file open is found, by name and process`() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("x", to: "node")
    let link = directory.file("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    #expect(DeviceHolder.find(holding: path) == [])

    let holder = try Program("sh").start(["-c", "exec 7<\"$0\"; echo ready; read -r line", path], input: .pipe)
    #expect(await holder.says("ready"))
    for name in [path, link] {
      #expect(
        DeviceHolder.find(holding: name) == [
          DeviceHolder(name: "sh", processID: holder.processIdentifier, descriptorCount: 1)
        ])
      #expect(DeviceHolder.clause(for: name, isOpen: true) == ", held by 'sh' (pid \(holder.processIdentifier))")
    }
    holder.closeInput()
    _ = await holder.result()
    #expect(DeviceHolder.find(holding: path) == [])
  }

  @Test func `this program itself is told apart`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("x", to: "node")
    let handle = try #require(FileHandle(forReadingAtPath: path))
    #expect(DeviceHolder.clause(for: path, isOpen: false) == ", held by this program itself")
    #expect(!DeviceHolder.clause(for: path, isOpen: true).contains("itself"))
    try handle.close()
  }
}
