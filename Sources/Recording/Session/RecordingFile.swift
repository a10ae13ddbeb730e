internal import Platform

/// The file that a recording is written to.
///
/// A new one bears its name from the start; one that replaces another is made beside it and takes its name at the end.
final class RecordingFile: Sendable {
  private enum Kind {
    case new(NewFile)
    case replacing(PartialFile)
  }

  private let kind: Kind
  private let isKept = Locked(false)

  /// - Throws: `PlatformError` (`.exists`, `.notFound` for the directory, `.permissionDenied`, …).
  init(_ target: RecordingTarget) throws(PlatformError) {
    kind =
      target.isOverwriting
      ? .replacing(try PartialFile(target: target.path)) : .new(try NewFile(target.path))
  }

  deinit { discard() }

  var descriptor: FileDescriptor {
    switch kind {
    case .new(let file): file.descriptor
    case .replacing(let file): file.descriptor
    }
  }

  /// Puts the complete file on disk, under its name.
  func publish() throws(PlatformError) {
    switch kind {
    case .new(let file): try file.synchronize()
    case .replacing(let file): try file.publish(overwriting: true)
    }
    isKept.withLock { $0 = true }
  }

  /// Removes it, unless it was published. Again without harm.
  func discard() {
    guard !isKept.withLock({ $0 }) else { return }
    switch kind {
    case .new(let file): file.remove()
    case .replacing(let file): file.discard()
    }
  }
}
