import Glibc
import Platform

/// Both ends of a pipe.
final class TestPipe: Sendable {
  let readEnd: FileDescriptor
  private let owner: Locked<FileDescriptor?>

  init() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { preconditionFailure("pipe: errno \(errno)") }
    readEnd = FileDescriptor(adopting: ends[0], name: "a test pipe")
    owner = Locked(FileDescriptor(adopting: ends[1], name: "a test pipe"))
  }

  var writeEnd: FileDescriptor? { owner.withLock { $0 } }

  /// Writes all bytes, waiting for the reader.
  func write(_ bytes: [UInt8]) throws {
    let stop = try StopSignal()
    try bytes.withUnsafeBytes { try writeEnd?.write($0, stop: stop) }
  }

  func closeWriteEnd() { owner.withLock { $0 = nil } }
}
