internal import Platform

/// The file that a recording becomes.
public struct RecordingTarget: Hashable, Sendable {
  public let path: String
  /// An existing file is replaced once the recording is complete; else it is refused.
  public let isOverwriting: Bool

  public init(path: String, isOverwriting: Bool) {
    self.path = path
    self.isOverwriting = isOverwriting
  }
}

extension RecordingTarget {
  /// Finds out early what `RecordingSession.record(to:)` would be refused: makes the file, and removes it again.
  /// - Throws: `RecordingError` (`.targetExists`, `.cannotCreate`, …).
  public func check() throws(RecordingError) {
    do throws(PlatformError) {
      try RecordingFile(self).discard()
    } catch {
      throw RecordingError(creating: error)
    }
  }
}
