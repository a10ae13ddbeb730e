public import Platform

/// Where an export goes.
public enum ExportTarget: Sendable {
  /// Under its name only once it is complete, checked and on disk.
  case file(String, overwriting: Bool)
  /// Written to an unlinked temporary file, checked, then copied.
  case descriptor(FileDescriptor)

  /// What messages call it.
  public var name: String {
    switch self {
    case .file(let path, _): path
    case .descriptor(let file): file.name
    }
  }
}
