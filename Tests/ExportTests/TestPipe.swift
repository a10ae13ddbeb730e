import Glibc
import Platform
import TestSupport

/// Both ends of a pipe.
final class TestPipe: Sendable {
  let readEnd: FileDescriptor
  private let owner: Locked<FileDescriptor?>

  init() throws {
    let ends = try PipeEnds()
    readEnd = FileDescriptor(adopting: ends.read, name: "a test pipe")
    owner = Locked(FileDescriptor(adopting: ends.write, name: "a test pipe"))
  }

  /// Writes all bytes, waiting for the reader, then closes the end if told so.
  func write(_ bytes: [UInt8], closing: Bool) throws {
    let stop = try StopSignal()
    try bytes.withUnsafeBytes { try owner.withLock { $0 }?.write($0, stop: stop) }
    if closing { owner.withLock { $0 = nil } }
  }

  /// Writes from a thread of its own; a pipe that nobody reads any more ends it.
  func feed(_ bytes: [UInt8], closing: Bool) throws {
    _ = signal(SIGPIPE, SIG_IGN)
    try SystemThread.start(name: "test-feed") {
      try? self.write(bytes, closing: closing)  // The reader's part tells what came of it.
    }
  }
}
