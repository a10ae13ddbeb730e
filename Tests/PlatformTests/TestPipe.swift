import Platform
import TestSupport

/// Both ends of a pipe.
final class TestPipe: Sendable {
  let readEnd: FileDescriptor
  private let owner: Locked<FileDescriptor?>

  init() {
    guard let ends = try? PipeEnds() else { preconditionFailure("no pipe can be made") }
    readEnd = FileDescriptor(adopting: ends.read, name: "a test pipe")
    owner = Locked(FileDescriptor(adopting: ends.write, name: "a test pipe"))
  }

  var writeEnd: FileDescriptor? { owner.withLock { $0 } }

  /// Writes all bytes, waiting for the reader.
  func write(_ bytes: [UInt8]) throws {
    let stop = try StopSignal()
    try bytes.withUnsafeBytes { try writeEnd?.write($0, stop: stop) }
  }

  func closeWriteEnd() { owner.withLock { $0 = nil } }
}
