import Glibc
import Media
import Platform
import Settings
import TestSupport

@testable import Writing

/// A file that is written in a test, in a directory that goes with it.
final class WrittenClip: Sendable {
  let directory: TemporaryDirectory
  let path: String
  let file: FileDescriptor
  let stop: StopSignal
  let writer: AssetWriter

  init(_ container: ContainerFormat = .mp4, name: String? = nil, creationTime: String? = nil) throws {
    directory = try TemporaryDirectory()
    path = directory.file(name ?? "clip.\(container.fileExtension)")
    file = try Self.create(path)
    stop = try StopSignal()
    writer = try AssetWriter(file: file, container: container, stop: stop, creationTime: creationTime)
  }

  /// A new empty file for reading and writing.
  static func create(_ path: String) throws -> FileDescriptor {
    let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard opened >= 0 else { throw TestSupportError("cannot create '\(path)'") }
    return FileDescriptor(adopting: opened, name: path)
  }

  /// Writes all samples, each input from a task of its own, and verifies what came out.
  func write(_ tracks: [(input: AssetWriterInput, samples: [SampleBuffer])]) async throws -> WriterReport {
    for track in tracks { try await writer.add(track.input) }
    try await writer.startWriting()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (input, samples) in tracks {
        group.addTask {
          for sample in samples { try await input.append(sample) }
          input.markAsFinished()
        }
      }
      try await group.waitForAll()
    }
    let report = try await writer.finishWriting()
    try WrittenFileVerification.verify(file, against: report, stop: stop)
    return report
  }
}
