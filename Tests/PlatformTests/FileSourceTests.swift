import Platform
import Testing

struct FileSourceTests {
  private func makeSource(_ bytes: [UInt8], stop: StopSignal) throws -> (FileSource, FileDescriptor) {
    let file = try FileDescriptor.unlinkedTemporaryFile()
    try bytes.withUnsafeBytes { try file.write($0, at: 0) }
    return (FileSource(file, stop: stop), file)
  }

  @Test("Reads come from their offset, short at the end, and empty past it")
  func reading() throws {
    let (source, _) = try makeSource([1, 2, 3, 4, 5], stop: try StopSignal())
    #expect(try source.size() == 5)
    #expect(try bytes(of: source, at: 1, count: 2) == [2, 3])
    #expect(try bytes(of: source, at: 3, count: 100) == [4, 5])
    #expect(try bytes(of: source, at: 5, count: 4) == [])
    #expect(try bytes(of: source, at: 1 << 40, count: 4) == [])
    #expect(throws: PlatformError.self) { try bytes(of: source, at: -1, count: 4) }
  }

  @Test("A file that shrinks while it is read ends earlier")
  func shrinking() throws {
    let (source, file) = try makeSource([1, 2, 3, 4, 5], stop: try StopSignal())
    try file.truncate(to: 2)
    #expect(try bytes(of: source, at: 0, count: 5) == [1, 2])
    #expect(try source.size() == 2)
  }

  @Test("A raised stop ends reading")
  func stopping() throws {
    let stop = try StopSignal()
    let (source, _) = try makeSource([1, 2, 3], stop: stop)
    stop.raise()
    #expect { try bytes(of: source, at: 0, count: 3) } throws: { ($0 as? PlatformError)?.code == .stopped }
    #expect { try source.size() } throws: { ($0 as? PlatformError)?.code == .stopped }
  }
}
