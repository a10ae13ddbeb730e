import Export
import Glibc
import Media
import Platform
import Settings
import TestSupport
import Testing

/// A session's life: progress, cancelling, sources and targets of every kind.
@Suite(.needsFFmpeg)
struct SessionTests {
  @Test("progress only grows, and ends at 1 exactly once", arguments: [true, false])
  func progress(forces: Bool) async throws {
    let exported = try await ExportedClip(
      .busy(width: 320, height: 240), options: ExportOptions(forcesEncoding: forces))
    let fractions = exported.progress.map(\.fraction)
    #expect(fractions.count > 3)
    #expect(zip(fractions.dropFirst(), fractions).allSatisfy { $0 >= $1 })
    #expect(fractions.filter { $0 >= 1 } == [1])
    #expect(fractions.last == 1)
    #expect(exported.progress.last?.bytesWritten == exported.receipt.output.byteCount)
  }

  @Test("a source without a duration still makes progress")
  func progressWithoutDuration() async throws {
    let exported = try await ExportedClip(.webmWithoutDuration)
    #expect(exported.progress.last?.fraction == 1)
    #expect(exported.progress.dropLast().allSatisfy { $0.fraction < 1 })
  }

  @Test("a cancel at any moment leaves nothing behind", arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func cancels(seed: UInt64) async throws {
    let source = try await ClipFactory.clip(.busy(width: 640, height: 480)).path
    let directory = try TemporaryDirectory()
    let moment = Double(seed &* 0x9e37_79b9_7f4a_7c15 >> 11) / Double(1 << 53)
    let session = try AssetExportSession(
      source: .file(source), preset: try .builtIn("640x480"), options: ExportOptions(forcesEncoding: true))
    let clock = ContinuousClock()
    let canceller = Task { () -> ContinuousClock.Instant? in
      for await progress in session.progress where progress.fraction >= moment {
        session.cancel()
        return clock.now
      }
      return nil
    }
    var code: ExportError.Code?
    do {
      _ = try await session.export(to: .file(directory.file("out.mp4"), overwriting: false))
    } catch {
      code = error.code
    }
    let ended = clock.now
    if let cancelled = await canceller.value, code != nil {
      #expect(code == .cancelled)
      #expect(try directory.contents == [])
      #expect(cancelled.duration(to: ended) < .seconds(30))
    } else {
      #expect(try directory.contents == ["out.mp4"])
    }
  }

  @Test("a cancel comes through within 200 ms while a pipe gives nothing", arguments: [0, 100_000, 2_000_000])
  func cancelsStalledPipe(fed: Int) async throws {
    let bytes = try FileBytes.read(try await ClipFactory.clip(.busy(width: 640, height: 480)).path)
    // On a busy machine one attempt may wait for its turn: the best of several counts.
    var best = Duration.seconds(60)
    for _ in 0..<20 where best > .milliseconds(200) {
      best = min(best, try await cancelledPipe(Array(bytes.prefix(fed))))
    }
    #expect(best <= .milliseconds(200))
  }

  /// How long an export of a pipe that goes on giving nothing takes to end when cancelled.
  private func cancelledPipe(_ bytes: [UInt8]) async throws -> Duration {
    let pipe = try TestPipe()
    try pipe.feed(bytes, closing: false)
    let directory = try TemporaryDirectory()
    let session = try AssetExportSession(
      source: .descriptor(pipe.readEnd, name: "standard input"), preset: try .builtIn("640x480"))
    let export = Task { () -> ExportError? in
      do throws(ExportError) {
        _ = try await session.export(to: .file(directory.file("out.mp4"), overwriting: false))
        return nil
      } catch {
        return error
      }
    }
    // As far as the session comes with what it was given.
    for _ in 0..<2000 { await Task.yield() }
    let clock = ContinuousClock()
    let start = clock.now
    session.cancel()
    let error = await export.value
    #expect(error?.code == .cancelled)
    #expect(try directory.contents == [])
    return start.duration(to: clock.now)
  }

  @Test("cancelling a task cancels its export; cancelling before and after does no harm")
  func cancelsTask() async throws {
    let source = try await ClipFactory.clip(.busy(width: 640, height: 480)).path
    let directory = try TemporaryDirectory()
    let session = try AssetExportSession(
      source: .file(source), preset: try .builtIn("640x480"), options: ExportOptions(forcesEncoding: true))
    let task = Task { try await session.export(to: .file(directory.file("a.mp4"), overwriting: false)) }
    task.cancel()
    await #expect(throws: ExportError.self) { _ = try await task.value }

    let early = try AssetExportSession(source: .file(source), preset: try .builtIn("640x480"))
    early.cancel()
    let error = await #expect(throws: ExportError.self) {
      _ = try await early.export(to: .file(directory.file("b.mp4"), overwriting: false))
    }
    #expect(error?.code == .cancelled)
    #expect(try directory.contents == [])

    let late = try AssetExportSession(source: .file(source), preset: try .builtIn("Passthrough"))
    _ = try await late.export(to: .file(directory.file("c.mp4"), overwriting: false))
    late.cancel()
    #expect(try directory.contents == ["c.mp4"])
    #expect(try await FullDecode.errors(directory.file("c.mp4")) == [])
  }

  @Test("a session exports once, and two work side by side")
  func sessions() async throws {
    let source = try await ClipFactory.clip(.corners).path
    let directory = try TemporaryDirectory()
    let session = try AssetExportSession(
      source: .file(source), preset: try .builtIn("640x480"), options: ExportOptions(forcesEncoding: true))
    let other = try AssetExportSession(
      source: .file(source), preset: try .builtIn("LowQuality"), options: ExportOptions(forcesEncoding: true))
    async let first = session.export(to: .file(directory.file("a.mp4"), overwriting: false))
    async let second = other.export(to: .file(directory.file("b.mp4"), overwriting: false))
    _ = try await (first, second)
    #expect(try directory.contents == ["a.mp4", "b.mp4"])
    let error = await #expect(throws: ExportError.self) {
      _ = try await session.export(to: .file(directory.file("c.mp4"), overwriting: false))
    }
    #expect(error?.code == .internalError)
    #expect(try directory.contents == ["a.mp4", "b.mp4"])
  }

  @Test("targets that must not or cannot be written are refused, and stay as they are")
  func targets() async throws {
    let source = try await ClipFactory.clip(.corners).path
    let directory = try TemporaryDirectory()
    let own = try directory.write(try FileBytes.read(source), to: "own.mp4")
    let existing = try directory.write("kept", to: "existing.mp4")
    #expect(symlink("own.mp4", directory.file("link.mp4")) == 0)
    let names = try directory.contents

    func code(_ target: String, overwriting: Bool = false, from source: String) async throws -> ExportError.Code? {
      let session = try AssetExportSession(source: .file(source), preset: try .builtIn("640x480"))
      do {
        _ = try await session.export(to: .file(target, overwriting: overwriting))
        return nil
      } catch {
        #expect(error.message.contains("'"), "it names the file: \(error.message)")
        return error.code
      }
    }
    #expect(try await code(existing, from: source) == .targetExists)
    #expect(try await code(own, overwriting: true, from: own) == .sameFile)
    #expect(try await code(directory.file("link.mp4"), overwriting: true, from: own) == .sameFile)
    #expect(try await code(directory.path, overwriting: true, from: source) == .cannotCreate)
    #expect(try await code(directory.file("missing/out.mp4"), from: source) == .cannotCreate)
    #expect(try await code("", from: source) == .cannotCreate)
    #expect(try directory.contents == names)
    #expect(try FileBytes.read(existing) == Array("kept".utf8))
    #expect(try await code(existing, overwriting: true, from: source) == nil)
    #expect(try await FullDecode.errors(existing) == [])
  }

  @Test(
    "names with colons, dashes, spaces, newlines and percent signs are only names",
    arguments: [
      "a:b.mp4", "-x.mp4", "two words.mp4", "line\nbreak.mp4", "50%d.mp4", "http:x.mp4",
    ])
  func names(name: String) async throws {
    let directory = try TemporaryDirectory()
    let source = try directory.write(try FileBytes.read(try await ClipFactory.clip(.corners).path), to: name)
    let exported = try await ExportedClip(source, name: "out " + name)
    #expect(try FileBytes.read(exported.path).count > 1000)
  }

  @Test("a full or read-only disk is told apart, and nothing stays on it", .enabled(if: TinyFileSystem.isAvailable))
  func disks() async throws {
    let source = try await ClipFactory.clip(.busy(width: 640, height: 480)).path
    let full = try await TinyFileSystem(options: "size=64k")
    for preset in ["640x480", "Passthrough"] {
      let session = try AssetExportSession(source: .file(source), preset: try .builtIn(preset))
      let error = await #expect(throws: ExportError.self) {
        _ = try await session.export(to: .file(full.mountPoint.file("out.mp4"), overwriting: false))
      }
      #expect(error?.code == .noSpace, "\(error as Any)")
      #expect(try full.mountPoint.contents == [])
    }
    let locked = try await TinyFileSystem(options: "ro")
    let session = try AssetExportSession(source: .file(source), preset: try .builtIn("640x480"))
    let error = await #expect(throws: ExportError.self) {
      _ = try await session.export(to: .file(locked.mountPoint.file("out.mp4"), overwriting: false))
    }
    #expect(error?.code == .cannotCreate, "\(error as Any)")
  }

  @Test(
    "a pipe is read to an output descriptor, whatever the order of its boxes",
    arguments: [
      ClipSpec.corners, .moovFirst, .fragmented, .container("ts"), .webmWithoutDuration,
    ])
  func pipes(spec: ClipSpec) async throws {
    let bytes = try FileBytes.read(try await ClipFactory.clip(spec).path)
    let pipe = try TestPipe()
    try pipe.feed(bytes, closing: true)
    let directory = try TemporaryDirectory()
    let path = try directory.write("", to: "out.mp4")
    let opened = open(path, O_WRONLY | O_CLOEXEC)
    let output = FileDescriptor(adopting: opened, name: "standard output")
    let session = try AssetExportSession(
      source: .descriptor(pipe.readEnd, name: "standard input"), preset: try .builtIn("640x480"))
    let receipt = try await session.export(to: .descriptor(output))
    #expect(FileBytes.size(path).map(Int64.init) == receipt.output.byteCount)
    #expect(try await FullDecode.errors(path) == [])
  }

  @Test("inputs above the allowed size are refused, files and pipes alike")
  func inputSize() async throws {
    let path = try await ClipFactory.clip(.corners).path
    let options = ExportOptions(maximumInputSize: 1000)
    #expect(try await exportFailure(path, options: options)?.code == .inputTooLarge)
    let pipe = try TestPipe()
    try pipe.feed(try FileBytes.read(path), closing: true)
    let session = try AssetExportSession(
      source: .descriptor(pipe.readEnd, name: "standard input"), preset: try .builtIn("640x480"), options: options)
    let directory = try TemporaryDirectory()
    let error = await #expect(throws: ExportError.self) {
      _ = try await session.export(to: .file(directory.file("out.mp4"), overwriting: false))
    }
    #expect(error?.code == .inputTooLarge)
    #expect(try directory.contents == [])
  }
}
