import Foundation
import Glibc

/// A mounted tmpfs of 64 KiB, for what a full or read-only disk does; needs root.
final class TinyFileSystem: Sendable {
  static let isAvailable = geteuid() == 0 && (try? TinyFileSystem(options: "size=64k")) != nil

  private let mountPoint = ScratchDirectory()
  var path: String { mountPoint.path }

  init(options: String) throws { try Self.run("mount", "-t", "tmpfs", "-o", options, "rushes-test", mountPoint.path) }

  deinit { try? Self.run("umount", "-l", mountPoint.path) }  // Gone with the machine at the latest.

  private struct Failed: Error {}

  private static func run(_ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 { throw Failed() }
  }
}
