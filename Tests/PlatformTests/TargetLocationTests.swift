import Glibc
import Testing

@testable import Platform

/// The ways around file systems that lack RENAME_NOREPLACE or hard links.
struct TargetLocationTests {
  private let scratch = ScratchDirectory()

  private func makePartial() throws -> (TargetLocation, String) {
    let location = try TargetLocation(scratch.file("out"))
    return (location, try location.makePartialFile(mode: 0o644).name)
  }

  @Test("By a hard link: the name is taken once, and an existing one refused")
  func hardLink() throws {
    let (location, partial) = try makePartial()
    try location.occupyWithoutRenameFlags(by: partial)
    #expect(try scratch.contents == ["out"])
    let (_, second) = try makePartial()
    #expect { try location.occupyWithoutRenameFlags(by: second) } throws: { ($0 as? PlatformError)?.code == .exists }
    #expect(try scratch.contents.contains(second))
  }

  @Test("By a placeholder: the name is taken once, an existing one refused, and a failure leaves no placeholder")
  func placeholder() throws {
    let (location, partial) = try makePartial()
    try location.occupyByPlaceholder(by: partial)
    #expect(try scratch.contents == ["out"])
    let (_, second) = try makePartial()
    #expect { try location.occupyByPlaceholder(by: second) } throws: { ($0 as? PlatformError)?.code == .exists }
    location.remove(second)
    location.remove("out")
    #expect { try location.occupyByPlaceholder(by: second) } throws: { ($0 as? PlatformError)?.code == .notFound }
    #expect(try scratch.contents == [])
  }
}
