internal import CommandLineTools
internal import Glibc

/// Which file is at a path, whatever it is called there: links of both kinds lead to the same identity.
struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64

  /// `nil` where there is nothing, or nothing that one may look at.
  init?(_ path: FileName) {
    guard let status = Self.status(path) else { return nil }
    self.init(status)
  }

  /// Of what an open descriptor stands for, where that is a regular file.
  init?(regularFile descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }

  /// Whether there is a directory at the path.
  static func isDirectory(_ path: FileName) -> Bool {
    status(path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
  }

  private static func status(_ path: FileName) -> stat? {
    var status = stat()
    let result = path.withCString { stat($0, &status) }
    return result == 0 ? status : nil
  }
}
