internal import CSpawn
internal import Foundation
internal import Glibc

/// The descriptors of a program about to start: the child's three, and the test's ends of them.
struct Descriptors {
  var child: [Int32] = [-1, -1, -1]
  /// The test's ends of standard input, output and error; -1 where there is none.
  var own: [Int32] = [-1, -1, -1]
  /// Bytes to feed before the input ends by itself.
  var feed: [UInt8]?

  init(input: ProgramInput, output: ProgramOutput, errorOutput: ProgramOutput) throws {
    do {
      try open(input)
      try open(output, as: 1)
      try open(errorOutput, as: 2)
    } catch {
      closeAll()
      throw error
    }
  }

  mutating func closeChild() {
    for index in 0..<3 where child[index] >= 0 {
      Glibc.close(child[index])
      child[index] = -1
    }
  }

  mutating func closeAll() {
    closeChild()
    for index in 0..<3 where own[index] >= 0 {
      Glibc.close(own[index])
      own[index] = -1
    }
  }

  private mutating func open(_ input: ProgramInput) throws {
    switch input {
    case .nothing: child[0] = try opened("/dev/null", O_RDONLY)
    case .file(let path): child[0] = try opened(path, O_RDONLY)
    case .closed: break
    case .pipe: try makeInputPipe()
    case .terminal:
      own[0] = rushes_open_terminal(&child[0])
      guard own[0] >= 0 else { throw TestSupportError.system("open a pseudo-terminal") }
    case .bytes(let bytes):
      feed = bytes
      try makeInputPipe()
    case .pipedFile(let path):
      guard let data = FileManager.default.contents(atPath: path) else {
        throw TestSupportError("cannot read '\(path)'")
      }
      feed = [UInt8](data)
      try makeInputPipe()
    }
  }

  private mutating func makeInputPipe() throws {
    let (read, write) = try pipe()
    child[0] = read
    own[0] = write
    _ = fcntl(write, F_SETFL, O_NONBLOCK)
  }

  private mutating func open(_ output: ProgramOutput, as index: Int) throws {
    switch output {
    case .captured:
      let (read, write) = try pipe()
      child[index] = write
      own[index] = read
    case .brokenPipe:
      let (read, write) = try pipe()
      Glibc.close(read)
      child[index] = write
    case .file(let path): child[index] = try opened(path, O_WRONLY | O_CREAT | O_TRUNC)
    case .terminal:
      own[index] = rushes_open_terminal(&child[index])
      guard own[index] >= 0 else { throw TestSupportError.system("open a pseudo-terminal") }
    }
  }

  private func opened(_ path: String, _ flags: Int32) throws -> Int32 {
    let descriptor = Glibc.open(path, flags | O_CLOEXEC | O_NOCTTY, 0o644)
    guard descriptor >= 0 else { throw TestSupportError.system("open '\(path)'") }
    return descriptor
  }

  private func pipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard rushes_pipe(&ends) == 0 else { throw TestSupportError.system("make a pipe") }
    return (ends[0], ends[1])
  }
}
