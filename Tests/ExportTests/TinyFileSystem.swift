import Glibc
import TestSupport

/// A mounted tmpfs for what a full or read-only disk does; needs root.
final class TinyFileSystem: Sendable {
  static let isAvailable = geteuid() == 0 && Program("mount").isPresent

  let mountPoint: TemporaryDirectory
  var path: String { mountPoint.path }

  /// - Parameter options: Such as `size=64k` or `ro`.
  init(options: String) async throws {
    mountPoint = try TemporaryDirectory(named: "rushes-tiny")
    try await Program("mount").run(["-t", "tmpfs", "-o", options, "rushes-test", path]).checked()
  }

  deinit { umount2(path, Int32(MNT_DETACH)) }
}
