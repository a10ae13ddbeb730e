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
