internal import CLinux
internal import Glibc

extension StandardStream {
  /// Fills descriptors 0, 1 and 2 where the program was started without them, so that no file that it opens becomes
  /// one of them and gets what was meant for a person. They stay useless: reading and writing fail with EBADF.
  ///
  /// Call it first thing in `main`.
  public static func occupyClosedDescriptors() {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number is the one that is missing; 0 cannot be read from, the others not written to.
      _ = rushes_open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY, 0)
    }
  }

  /// Whether it is open for reading.
  public var isReadable: Bool { accessMode.map { $0 != O_WRONLY } ?? false }

  /// Whether it is open for writing.
  public var isWritable: Bool { accessMode.map { $0 != O_RDONLY } ?? false }

  private var accessMode: Int32? {
    let flags = fcntl(descriptor, F_GETFL)
    return flags < 0 ? nil : flags & O_ACCMODE
  }
}
