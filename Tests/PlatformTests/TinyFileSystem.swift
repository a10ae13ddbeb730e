import Glibc

/// A mounted tmpfs, for what a full or read-only disk does; needs root.
final class TinyFileSystem: Sendable {
  static let isAvailable = (try? TinyFileSystem(options: "size=64k")) != nil

  private let mountPoint = ScratchDirectory()
  var path: String { mountPoint.path }

  private struct Refused: Error { let errorNumber: Int32 }

  /// - Parameter options: As mount(8) has them for tmpfs.
  init(options: String, isReadOnly: Bool = false) throws {
    let flags = isReadOnly ? UInt(MS_RDONLY) : 0
    guard mount("rushes-test", mountPoint.path, "tmpfs", flags, options) == 0 else { throw Refused(errorNumber: errno) }
  }

  deinit { umount2(mountPoint.path, Int32(MNT_DETACH)) }
}
