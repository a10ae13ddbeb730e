internal import CLinux
internal import Glibc

/// A file made under its own name, which nobody else had: for what is worth keeping while it grows.
public final class NewFile: Sendable {
  /// The path as it was given.
  public let path: String
  /// Empty and open for reading and writing.
  public let descriptor: FileDescriptor
  private let location: TargetLocation

  /// Creates the file (O_EXCL), with the permissions that the umask leaves.
  /// - Throws: `PlatformError` (`.exists`, `.notFound` for the directory, `.permissionDenied`, `.isDirectory`, `.noSpace`).
  public init(_ path: String) throws(PlatformError) {
    self.path = path
    location = try TargetLocation(path)
    descriptor = try location.makeFile()
  }

  /// Puts the content and the name on disk.
  public func synchronize() throws(PlatformError) {
    try descriptor.synchronize()
    try location.synchronize()
  }

  /// Removes the name, if it still is this file's.
  public func remove() { location.remove(ifSameAs: descriptor) }
}
