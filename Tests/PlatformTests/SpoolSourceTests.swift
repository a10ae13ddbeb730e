import Glibc
import Platform
import Testing

struct SpoolSourceTests {
  private let content = (0..<1_000_003).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }

  @Test("What a pipe gave can be read again anywhere, and its size is known")
  func readingAgain() async throws {
    let (pipe, content) = (TestPipe(), content)
    let source = try SpoolSource(pipe.readEnd, stop: try StopSignal())
    async let written: Void = onThread("spool-feeder") {
      try pipe.write(content)
      pipe.closeWriteEnd()
    }
    let (size, middle, start, end, past) = try await onThread("spool-reader") {
      (
        try source.size(), try bytes(of: source, at: 500_000, count: 1000), try bytes(of: source, at: 0, count: 10),
        try bytes(of: source, at: 1_000_000, count: 1000), try bytes(of: source, at: 1_000_003, count: 10)
      )
    }
    try await written
    #expect(size == 1_000_003)
    #expect(middle == Array(content[500_000..<501_000]))
    #expect(start == Array(content[..<10]))
    #expect(end == Array(content[1_000_000...]))
    #expect(past == [])
  }

  @Test("A read takes no more from the pipe than it needs to")
  func onDemand() throws {
    let pipe = TestPipe()
    let source = try SpoolSource(pipe.readEnd, stop: try StopSignal())
    #expect(source.bytesSpooled == 0)
    try pipe.write([1, 2, 3])
    #expect(try bytes(of: source, at: 0, count: 100) == [1, 2, 3])
    try pipe.write([4])
    #expect(try bytes(of: source, at: 2, count: 100) == [3])
    #expect(source.bytesSpooled == 3)
    #expect(try bytes(of: source, at: 3, count: 100) == [4])
  }

  @Test("A raised stop wakes a read from a stalled pipe within milliseconds")
  func stopWakes() async throws {
    // The shortest of a few: the machine may be busy with other tests, the code must not be slow.
    var best = Duration.seconds(60)
    for _ in 0..<20 where best >= .milliseconds(200) { best = min(best, try await timeToWake()) }
    #expect(best < .milliseconds(200), "took \(best)")
  }

  private func timeToWake() async throws -> Duration {
    let (pipe, stop, woken) = (TestPipe(), try StopSignal(), Locked<ContinuousClock.Instant?>(nil))
    let source = try SpoolSource(pipe.readEnd, stop: stop)
    try pipe.write([1, 2, 3])
    #expect(try bytes(of: source, at: 0, count: 3) == [1, 2, 3])
    let read = Task {
      try await onThread("stalled-reader") {
        defer { woken.withLock { $0 = .now } }
        return try bytes(of: source, at: 3, count: 1)
      }
    }
    // A second one waits for the first, not for the pipe.
    let second = Task { try await onThread("stalled-second") { try bytes(of: source, at: 4, count: 1) } }
    #expect(await eventually { ThreadTable.isAsleep("stalled-reader") && ThreadTable.isAsleep("stalled-second") })
    let raised = ContinuousClock.now
    stop.raise()
    await #expect { try await read.value } throws: { ($0 as? PlatformError)?.code == .stopped }
    await #expect { try await second.value } throws: { ($0 as? PlatformError)?.code == .stopped }
    return try #require(woken.withLock { $0 }) - raised
  }

  @Test("A cursor that waits for the pipe does not hold up one that reads what has arrived")
  func cursors() async throws {
    let (pipe, stop) = (TestPipe(), try StopSignal())
    let source = try SpoolSource(pipe.readEnd, stop: stop)
    try pipe.write([1, 2, 3])
    #expect(try bytes(of: source, at: 0, count: 3) == [1, 2, 3])
    async let waiting = onThread("ahead-reader") { try bytes(of: source, at: 3, count: 10) }
    #expect(await eventually { ThreadTable.isAsleep("ahead-reader") })
    #expect(try bytes(of: source, at: 1, count: 10) == [2, 3])
    try pipe.write([4, 5])
    #expect(try await waiting == [4, 5])
  }

  @Test("Several cursors read the same bytes at their own pace", arguments: [1, 4])
  func concurrentCursors(count: Int) async throws {
    let (pipe, content) = (TestPipe(), content)
    let source = try SpoolSource(pipe.readEnd, stop: try StopSignal())
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<count {
        group.addTask {
          try await onThread("cursor-\(number)") {
            var (read, chunk) = ([UInt8](), [UInt8]())
            repeat {
              chunk = try bytes(of: source, at: Int64(read.count), count: 10_000 + 777 * number)
              read += chunk
            } while !chunk.isEmpty
            return read == content
          }
        }
      }
      try await onThread("cursor-feeder") {
        try pipe.write(content)
        pipe.closeWriteEnd()
      }
      for try await isEqual in group { #expect(isEqual) }
    }
  }

  @Test("The limit is a size that still fits; one byte more is an error that names it", arguments: [4, 5, 6])
  func limit(limit: Int64) throws {
    let pipe = TestPipe()
    let source = try SpoolSource(pipe.readEnd, stop: try StopSignal(), limit: limit)
    try pipe.write([1, 2, 3, 4, 5])
    pipe.closeWriteEnd()
    if limit >= 5 {
      #expect(try source.size() == 5)
    } else {
      #expect { try source.size() } throws: {
        let error = $0 as? PlatformError
        return error?.code == .inputTooLarge
          && error?.message == "cannot read 'a test pipe': it is larger than the limit of 4 bytes"
      }
    }
    #expect(try bytes(of: source, at: 0, count: 4) == [1, 2, 3, 4])
  }

  @Test("An empty pipe has size 0, and offsets below 0 are refused")
  func empty() throws {
    let pipe = TestPipe()
    let source = try SpoolSource(pipe.readEnd, stop: try StopSignal())
    pipe.closeWriteEnd()
    #expect(try source.size() == 0)
    #expect(try bytes(of: source, at: 0, count: 1) == [])
    #expect(throws: PlatformError.self) { try bytes(of: source, at: -1, count: 1) }
  }

  @Test("A directory that does not exist is named")
  func missingDirectory() throws {
    #expect {
      try SpoolSource(TestPipe().readEnd, stop: try StopSignal(), directory: "/nonexistent/spool")
    } throws: {
      let error = $0 as? PlatformError
      return error?.code == .notFound && error?.message.contains("/nonexistent/spool") == true
    }
  }

  @Test(
    "A full disk is an error that names the directory; what had arrived stays readable",
    .enabled(if: TinyFileSystem.isAvailable, "a small tmpfs can be mounted by root alone"))
  func fullDisk() async throws {
    let (disk, pipe) = (try TinyFileSystem(options: "size=64k"), TestPipe())
    let source = try SpoolSource(pipe.readEnd, stop: try StopSignal(), directory: disk.path)
    let stop = try StopSignal()
    let writeEnd = try #require(pipe.writeEnd)
    let feeding = Task {
      try await onThread("disk-feeder") {
        let bytes = [UInt8](repeating: 7, count: 1 << 20)
        try bytes.withUnsafeBytes { try writeEnd.write($0, stop: stop) }
      }
    }
    await #expect {
      try await onThread("disk-reader") { try source.size() }
    } throws: {
      let error = $0 as? PlatformError
      return error?.code == .noSpace && error?.message.contains(disk.path) == true
        && error?.message.contains("TMPDIR") == true
    }
    #expect(throws: PlatformError.self) { try source.size() }
    stop.raise()
    await #expect(throws: PlatformError.self) { try await feeding.value }
  }
}
