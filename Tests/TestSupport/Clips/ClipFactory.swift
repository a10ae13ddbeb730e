internal import Foundation
internal import Glibc

/// Makes clips with ffmpeg, each once a run, however many tests ask for it at the same time.
///
/// They live in a directory that is removed at exit; with `RUSHES_CLIPS` set they stay there and are used again.
public actor ClipFactory {
  private static let shared = ClipFactory()
  private var clips: [String: Task<Clip, any Error>] = [:]
  /// At most so many ffmpeg runs at a time: more would only wait for each other.
  private var free = 2
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// The clip, made now if it was not yet. Tests only read it; copy it to change it.
  /// - Throws: `TestSupportError` with ffmpeg's message if it cannot be made.
  public static func clip(_ spec: ClipSpec) async throws -> Clip { try await shared.clip(spec) }

  /// Runs `ffmpeg -v error -y` with the arguments.
  static func ffmpeg(_ arguments: [String], input: ProgramInput = .nothing) async throws {
    await shared.enter()
    let result: ProgramResult
    do {
      result = try await Program.ffmpeg.run(
        ["-v", "error", "-hide_banner", "-y"] + arguments, input: input, timeout: .seconds(120))
    } catch {
      await shared.leave()
      throw error
    }
    await shared.leave()
    try result.checked()
  }

  private func clip(_ spec: ClipSpec) async throws -> Clip {
    if let task = clips["\(spec)"] { return try await task.value }
    let task = Task { try await Self.make(spec) }
    clips["\(spec)"] = task
    return try await task.value
  }

  private static func make(_ spec: ClipSpec) async throws -> Clip {
    let path = "\(directory)/\(spec)"
    if FileManager.default.fileExists(atPath: path) { return Clip(path: path) }
    let scratch = try TemporaryDirectory(named: "rushes-clip")
    let partial = scratch.file("clip.\(spec.fileExtension)")
    try await spec.make(partial, scratch)
    do {
      // Two processes may share the directory: what is there under its name is always complete.
      let beside = "\(directory)/.\(UUID().uuidString)"
      try FileManager.default.copyItem(atPath: partial, toPath: beside)
      guard rename(beside, path) == 0 else { throw TestSupportError.system("rename '\(beside)'") }
    } catch {
      throw TestSupportError("cannot keep clip '\(spec)': \(error)")
    }
    return Clip(path: path)
  }

  private func enter() async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  private func leave() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }

  private static let directory: String = {
    if let kept = ProcessInfo.processInfo.environment["RUSHES_CLIPS"] {
      try? FileManager.default.createDirectory(atPath: kept, withIntermediateDirectories: true)  // copying will tell
      return kept
    }
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("rushes-clips-\(getpid())").path
    try? FileManager.default.removeItem(atPath: path)  // left by a killed process of the same number
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)  // copying will tell
    atexit { try? FileManager.default.removeItem(atPath: ClipFactory.directory) }  // else left to the system
    return path
  }()
}
