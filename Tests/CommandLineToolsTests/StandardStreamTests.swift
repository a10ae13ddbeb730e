import CommandLineTools
import Foundation
import Testing

struct StandardStreamTests {
  @Test("a closed pipe is an error, not the end of the process, and leaves no signal behind")
  func brokenPipe() throws {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let stream = StandardStream(descriptor: pipe.fileHandleForWriting.fileDescriptor)
    for _ in 0..<2 {
      let error = #expect(throws: CommandLineToolsError.self) { try stream.write("hello") }
      #expect(error?.code == .brokenPipe)
      #expect(error?.exitCode == .inputOutput)
      #expect(error?.message.hasSuffix("': Broken pipe") == true)
    }
    var pending = sigset_t()
    sigpending(&pending)
    #expect(sigismember(&pending, SIGPIPE) == 0)
    try pipe.fileHandleForWriting.close()
  }

  @Test("more than a pipe holds is written whole, even where the descriptor does not block")
  func wholeWrite() async throws {
    let pipe = Pipe()
    let descriptor = pipe.fileHandleForWriting.fileDescriptor
    #expect(fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0)
    let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 3) }
    let reading = pipe.fileHandleForReading
    let reader = Task.detached { try reading.readToEnd() }
    try StandardStream(descriptor: descriptor).write(bytes)
    try pipe.fileHandleForWriting.close()
    #expect(try await reader.value.map { Array($0) } == bytes)
  }

  @Test("a full disk is an input/output error with the system's number")
  func fullDisk() throws {
    let full = try FileHandle(forWritingTo: URL(fileURLWithPath: "/dev/full"))
    let stream = StandardStream(descriptor: full.fileDescriptor)
    let error = #expect(throws: CommandLineToolsError.self) { try stream.write([1]) }
    #expect(error?.code == .inputOutput)
    #expect(error?.errorNumber == ENOSPC)
    try stream.write("")
    try full.close()
  }

  @Test("a pipe is no terminal: no width, no colour")
  func noTerminal() {
    let pipe = Pipe()
    let stream = StandardStream(descriptor: pipe.fileHandleForWriting.fileDescriptor)
    #expect(!stream.isTerminal && !stream.allowsColor)
    #expect(stream.columns == nil)
    #expect((1...100).contains(stream.textColumns))
  }
}
