import Platform
import Testing

struct OpenFileLimitTests {
  // That too low a limit is an error is tested with the programs: a process cannot raise its own again.
  @Test("What can be opened is no error, and is closed again")
  func ensure() throws {
    for _ in 0..<100 { try OpenFileLimit.ensure(free: 32) }
    // A new descriptor gets the lowest free number: 3,200 that stayed open would lie below it.
    #expect(try FileDescriptor.openForReading("/dev/null").rawValue < 3200)
  }
}
