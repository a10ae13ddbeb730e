public import Platform

/// What is exported.
public enum ExportSource: Sendable {
  case file(String)
  /// A regular file is read by offsets; a pipe is spooled to an unlinked temporary file as it is read.
  case descriptor(FileDescriptor, name: String)

  /// What messages call it.
  public var name: String {
    switch self {
    case .file(let path): path
    case .descriptor(_, let name): name
    }
  }
}
