import Foundation
import Glibc
import Platform
import Testing

struct PartialFileTests {
  private let scratch = ScratchDirectory()

  private func write(_ text: String, to file: PartialFile) throws {
    try Array(text.utf8).withUnsafeBytes { try file.descriptor.write($0, at: 0) }
  }

  private func mode(_ name: String) -> mode_t {
    var status = stat()
    #expect(lstat(scratch.file(name), &status) == 0)
    return status.st_mode & 0o7777
  }

  private func code(_ body: () throws -> Void) -> PlatformError.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? PlatformError)?.code
    }
  }

  @Test("The target appears only when it is published, complete, and alone")
  func publishing() throws {
    let file = try PartialFile(target: scratch.file("out.mp4"))
    try write("film", to: file)
    let partial = try #require(try scratch.contents.first)
    #expect(try scratch.contents.count == 1)
    #expect(partial.hasPrefix(".rushes-") && partial.hasSuffix(".partial"))
    try file.requireVacantTarget()
    try file.publish(overwriting: false)
    #expect(try scratch.contents == ["out.mp4"])
    #expect(try scratch.text(of: "out.mp4") == "film")
    file.discard()
    #expect(try scratch.contents == ["out.mp4"])
    #expect(code { try file.publish(overwriting: true) } == .other)
    // The umask of this process, read without changing it.
    let plain = scratch.file("plain")
    close(open(plain, O_WRONLY | O_CREAT, 0o666))
    #expect(mode("out.mp4") == mode("plain"))
  }

  @Test("Nothing stays behind after a discard, nor after an owner that just went")
  func discarding() throws {
    let file = try PartialFile(target: scratch.file("out.mp4"))
    try write("half a film", to: file)
    file.discard()
    file.discard()
    #expect(try scratch.contents == [])
    #expect(code { try file.publish(overwriting: true) } == .other)
    _ = try PartialFile(target: scratch.file("out.mp4"))
    #expect(try scratch.contents == [])
  }

  @Test("An existing file is never replaced without permission")
  func noOverwriting() throws {
    _ = try scratch.write("old", to: "out.mp4")
    let file = try PartialFile(target: scratch.file("out.mp4"))
    #expect(code { try file.requireVacantTarget() } == .exists)
    try write("new", to: file)
    #expect(code { try file.publish(overwriting: false) } == .exists)
    #expect(try scratch.text(of: "out.mp4") == "old")
    file.discard()
    #expect(try scratch.contents == ["out.mp4"])
  }

  @Test("A file that appears under the target's name meanwhile is not replaced either")
  func appearing() throws {
    let file = try PartialFile(target: scratch.file("out.mp4"))
    try write("new", to: file)
    _ = try scratch.write("somebody's", to: "out.mp4")
    #expect(code { try file.publish(overwriting: false) } == .exists)
    #expect(try scratch.text(of: "out.mp4") == "somebody's")
    try file.publish(overwriting: true)
    #expect(try scratch.text(of: "out.mp4") == "new")
  }

  @Test("Of several that publish to one name at once, exactly one wins")
  func contention() async throws {
    let target = scratch.file("out.mp4")
    let winners = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<8 {
        group.addTask {
          try await onThread("publisher-\(number)") {
            let file = try PartialFile(target: target)
            do throws(PlatformError) { try file.publish(overwriting: false) } catch {
              if error.code == .exists { return false }
              throw error
            }
            return true
          }
        }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(winners == 1)
    #expect(try scratch.contents == ["out.mp4"])
  }

  @Test(
    "Overwriting keeps the permission bits, and the partial file has them from the start", arguments: [0o600, 0o444])
  func permissions(bits: mode_t) throws {
    _ = try scratch.write("old", to: "out.mp4", mode: bits)
    let file = try PartialFile(target: scratch.file("out.mp4"))
    #expect(mode(try #require(try scratch.contents.first)) == bits)
    try write("new", to: file)
    try file.publish(overwriting: true)
    #expect(mode("out.mp4") == bits)
    #expect(try scratch.contents == ["out.mp4"])
  }

  @Test("The input's file is recognised as the target's, through a link too")
  func identity() throws {
    let path = try scratch.write("in", to: "in.mp4")
    try FileManager.default.createSymbolicLink(atPath: scratch.file("link"), withDestinationPath: "in.mp4")
    let input = try FileDescriptor.openForReading(path)
    #expect(try PartialFile(target: path).targetIdentity == input.identity)
    #expect(try PartialFile(target: scratch.file("link")).targetIdentity == input.identity)
    #expect(try PartialFile(target: scratch.file("other")).targetIdentity == nil)
  }

  @Test("A link's target is written, relative and dangling ones too, and the link stays")
  func links() throws {
    try FileManager.default.createDirectory(atPath: scratch.file("far"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(atPath: scratch.file("a"), withDestinationPath: "far/b")
    try FileManager.default.createSymbolicLink(atPath: scratch.file("far/b"), withDestinationPath: scratch.file("c"))
    for text in ["first", "second"] {
      let file = try PartialFile(target: scratch.file("a"))
      try write(text, to: file)
      try file.publish(overwriting: text == "second")
      #expect(try scratch.text(of: "c") == text)
    }
    #expect(try scratch.contents == ["a", "c", "far"])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: scratch.file("a")) == "far/b")
    try FileManager.default.createSymbolicLink(atPath: scratch.file("loop"), withDestinationPath: "loop")
    #expect(code { _ = try PartialFile(target: scratch.file("loop")) } == .other)
  }

  @Test("What is no file to be made or replaced is refused at once, with its reason")
  func refusals() throws {
    _ = try scratch.write("x", to: "plain")
    #expect(mkfifo(scratch.file("fifo"), 0o600) == 0)
    let expectations: [(String, PlatformError.Code, String)] = [
      (scratch.path, .isDirectory, "Is a directory"), (scratch.path + "/", .isDirectory, "Is a directory"),
      ("/", .isDirectory, "Is a directory"), (scratch.file(".."), .isDirectory, "Is a directory"),
      ("", .notFound, "No such file"), (scratch.file("none/out.mp4"), .notFound, "there is no directory"),
      (scratch.file("plain/out.mp4"), .notFound, "is not a directory"), ("/dev/null", .other, "no regular file"),
      (scratch.file("fifo"), .other, "no regular file"), ("a\0b", .other, "Invalid argument"),
      (scratch.file(String(repeating: "x", count: 256)), .other, "choose a shorter name"),
    ]
    for (target, code, reason) in expectations {
      #expect("\(target)") {
        _ = try PartialFile(target: target)
      } throws: {
        let error = $0 as? PlatformError
        return error?.code == code && error?.message.contains(reason) == true
      }
    }
    #expect(try scratch.contents == ["fifo", "plain"])
  }

  @Test(
    "The longest and the strangest names work",
    arguments: [
      String(repeating: "x", count: 255), "-x: %d\n.mp4", ".hidden", "é\u{301}",
    ])
  func names(name: String) throws {
    let file = try PartialFile(target: scratch.file(name))
    try file.publish(overwriting: false)
    #expect(try scratch.contents == [name])
  }

  @Test("A directory that is renamed meanwhile still gets its file")
  func renamedDirectory() throws {
    try FileManager.default.createDirectory(atPath: scratch.file("before"), withIntermediateDirectories: false)
    let file = try PartialFile(target: scratch.file("before/out.mp4"))
    try write("film", to: file)
    #expect(rename(scratch.file("before"), scratch.file("after")) == 0)
    try file.publish(overwriting: false)
    #expect(try scratch.text(of: "after/out.mp4") == "film")
  }

  @Test("A target that becomes a directory or a link meanwhile is not replaced")
  func changedTarget() throws {
    let file = try PartialFile(target: scratch.file("out"))
    try FileManager.default.createSymbolicLink(atPath: scratch.file("out"), withDestinationPath: "elsewhere")
    #expect(code { try file.publish(overwriting: true) } == .other)
    #expect(unlink(scratch.file("out")) == 0)
    try FileManager.default.createDirectory(atPath: scratch.file("out"), withIntermediateDirectories: false)
    #expect(code { try file.publish(overwriting: true) } == .isDirectory)
  }

  @Test("A relative target is in the working directory")
  func relative() throws {
    let name = "rushes-relative-\(UInt64.random(in: 0...(.max)))"
    let file = try PartialFile(target: name)
    try file.publish(overwriting: false)
    #expect(access(name, F_OK) == 0)
    #expect(unlink(name) == 0)
  }

  @Test(
    "A full disk is reported while writing, and the partial file goes",
    .enabled(if: TinyFileSystem.isAvailable, "a small tmpfs can be mounted by root alone"))
  func fullDisk() throws {
    let disk = try TinyFileSystem(options: "size=64k")
    let file = try PartialFile(target: disk.path + "/out.mp4")
    #expect(code { try write(String(repeating: "x", count: 100_000), to: file) } == .noSpace)
    file.discard()
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path) == [])
  }

  @Test(
    "A read-only file system is refused with its reason",
    .enabled(if: TinyFileSystem.isAvailable, "a small tmpfs can be mounted by root alone"))
  func readOnly() throws {
    let disk = try TinyFileSystem(options: "size=64k", isReadOnly: true)
    #expect {
      _ = try PartialFile(target: disk.path + "/out.mp4")
    } throws: {
      let error = $0 as? PlatformError
      return error?.code == .permissionDenied && error?.message.contains("Read-only file system") == true
    }
  }

  @Test(
    "A directory that one may not write to says so", .enabled(if: geteuid() != 0, "root may write everywhere"))
  func unwritable() throws {
    chmod(scratch.path, 0o555)
    defer { chmod(scratch.path, 0o755) }
    #expect(code { _ = try PartialFile(target: scratch.file("out.mp4")) } == .permissionDenied)
  }
}
