import Foundation
import Glibc
import Platform
import Testing

struct FileDescriptorTests {
  @Test("A missing file, a directory and a name with a zero byte are refused by name")
  func refusals() {
    let scratch = ScratchDirectory()
    #expect { try FileDescriptor.openForReading(scratch.file("none")) } throws: {
      let error = $0 as? PlatformError
      return error?.code == .notFound
        && error?.message == "cannot open '\(scratch.path)/none': No such file or directory"
    }
    #expect { try FileDescriptor.openForReading(scratch.path) } throws: { ($0 as? PlatformError)?.code == .isDirectory }
    #expect { try FileDescriptor.openForReading("a\0b") } throws: { ($0 as? PlatformError)?.code == .other }
  }

  @Test(
    "A file one may not read says so", .enabled(if: geteuid() != 0, "root may read everything"))
  func unreadable() throws {
    let scratch = ScratchDirectory()
    let path = try scratch.write("x", to: "secret", mode: 0)
    #expect { try FileDescriptor.openForReading(path) } throws: { ($0 as? PlatformError)?.code == .permissionDenied }
  }

  @Test("One file under two names has one identity; kinds are told apart")
  func identity() throws {
    let scratch = ScratchDirectory()
    let path = try scratch.write("abc", to: "a")
    try FileManager.default.createSymbolicLink(atPath: scratch.file("b"), withDestinationPath: path)
    let first = try FileDescriptor.openForReading(path)
    let second = try FileDescriptor.openForReading(scratch.file("b"))
    let other = try FileDescriptor.openForReading(try scratch.write("abc", to: "c"))
    #expect(first.identity == second.identity)
    #expect(first.identity != other.identity)
    #expect(first.isRegularFile && !first.isPipeOrSocket && !first.isTerminal)
    #expect(TestPipe().readEnd.kind == .pipe)
    #expect(try FileDescriptor.openForReading("/dev/null").kind == .characterDevice)
    #expect(try first.size() == 3)
    #expect(try first.duplicate().identity == first.identity)
  }

  @Test("A descriptor is closed on exec, and with its owner")
  func closing() throws {
    var owner: FileDescriptor? = try FileDescriptor.unlinkedTemporaryFile()
    let identity = try #require(owner).identity
    let number = try #require(owner).rawValue
    #expect(fcntl(number, F_GETFD) & FD_CLOEXEC != 0)
    owner = nil
    // Another test may have been given the number meanwhile, but not the file.
    var status = stat()
    #expect(fstat(number, &status) != 0 || UInt64(status.st_ino) != identity.inode)
  }

  @Test("What is written at an offset is read there, and a read stops at the end")
  func transfer() throws {
    let file = try FileDescriptor.unlinkedTemporaryFile()
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    try bytes.withUnsafeBytes { try file.write($0, at: 50) }
    try file.synchronize()
    try file.synchronizeData()
    #expect(try file.size() == 100_050)
    var back = [UInt8](repeating: 1, count: 200_000)
    let count = try back.withUnsafeMutableBytes { try file.read(into: $0, at: 0) }
    #expect(count == 100_050)
    #expect(back[..<50].allSatisfy { $0 == 0 })
    #expect(Array(back[50..<count]) == bytes)
    try file.truncate(to: 60)
    #expect(try file.size() == 60)
  }

  @Test("A named pipe without a writer opens at once, waits for one, and stops")
  func namedPipe() async throws {
    let scratch = ScratchDirectory()
    let path = scratch.file("fifo")
    #expect(mkfifo(path, 0o600) == 0)
    let stop = try StopSignal()
    let descriptor = try FileDescriptor.openForReading(path)
    async let read = onThread("fifo-reader") {
      var byte: UInt8 = 0
      let count = try withUnsafeMutableBytes(of: &byte) { try descriptor.read(into: $0, stop: stop) }
      return (count, byte)
    }
    #expect(await eventually { ThreadTable.isAsleep("fifo-reader") })
    let writer = FileDescriptor(adopting: open(path, O_WRONLY | O_CLOEXEC), name: path)
    try [UInt8(9)].withUnsafeBytes { try writer.write($0, stop: stop) }
    let (count, byte) = try await read
    #expect(count == 1)
    #expect(byte == 9)
    stop.raise()
    #expect(throws: PlatformError.self) {
      var byte: UInt8 = 0
      _ = try withUnsafeMutableBytes(of: &byte) { try descriptor.read(into: $0, stop: stop) }
    }
  }

  @Test("A write to a full pipe ends when the stop is raised")
  func stoppedWrite() async throws {
    let (pipe, stop) = (TestPipe(), try StopSignal())
    let writeEnd = try #require(pipe.writeEnd)
    let written = Task {
      try await onThread("full-writer") {
        let bytes = [UInt8](repeating: 0, count: 16 << 20)
        try bytes.withUnsafeBytes { try writeEnd.write($0, stop: stop) }
      }
    }
    #expect(await eventually { ThreadTable.isAsleep("full-writer") })
    stop.raise()
    await #expect { try await written.value } throws: { ($0 as? PlatformError)?.code == .stopped }
    #expect(pipe.readEnd.isPipeOrSocket)
  }

  @Test("A write to a pipe that nobody reads any more is an error, not the end of the process")
  func brokenPipe() async throws {
    var pipe: TestPipe? = TestPipe()
    let writeEnd = try #require(pipe?.writeEnd)
    pipe = nil
    let stop = try StopSignal()
    // A thread of ours takes no signals: SIGPIPE stays pending there, whether or not the process ignores it.
    await #expect {
      try await onThread("broken-writer") { try [UInt8(1)].withUnsafeBytes { try writeEnd.write($0, stop: stop) } }
    } throws: {
      ($0 as? PlatformError)?.code == .inputOutput
    }
  }
}
