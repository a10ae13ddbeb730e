internal import CLinux
internal import Glibc

/// The owner of one file descriptor; closes it when the last reference goes.
///
/// Callable from several threads: the kernel orders the calls. Positions are explicit (`pread`, `pwrite`), except in
/// `read(into:stop:)` and `write(_:stop:)`, which move the open file's own.
public final class FileDescriptor: Sendable {
  /// What a descriptor is open on.
  public enum Kind: String, Sendable {
    case regularFile, directory, pipe, socket, characterDevice, blockDevice, other
  }

  /// Which file it is, whatever it is called: two descriptors of one file have equal identities.
  public struct Identity: Hashable, Sendable {
    public let device: UInt64
    public let inode: UInt64
  }

  /// The number, for `poll` and C libraries; valid only as long as this object is referenced.
  public let rawValue: Int32
  /// What error messages call it: the path it was opened by, or "standard input".
  public let name: String
  public let kind: Kind
  public let identity: Identity

  /// Takes over an open descriptor that nobody else closes.
  public init(adopting rawValue: Int32, name: String) {
    precondition(rawValue >= 0, "not a file descriptor")
    self.rawValue = rawValue
    self.name = name
    var status = stat()
    if fstat(rawValue, &status) == 0 {
      kind = Kind(mode: status.st_mode)
      identity = Identity(status)
    } else {
      kind = .other
      identity = Identity(device: 0, inode: 0)
    }
  }

  deinit {
    // The result says nothing of use: what has to be on disk was synchronised before, and Linux closes even on EINTR.
    close(rawValue)
  }

  public var isRegularFile: Bool { kind == .regularFile }
  public var isPipeOrSocket: Bool { kind == .pipe || kind == .socket }
  public var isTerminal: Bool { isatty(rawValue) == 1 }

  /// The file's size in bytes now; 0 for what has none, such as a pipe.
  public func size() throws(PlatformError) -> Int64 {
    var status = stat()
    guard fstat(rawValue, &status) == 0 else { throw failure("examine") }
    return Int64(status.st_size)
  }

  /// Waits until the file's content and size are on disk (fsync).
  public func synchronize() throws(PlatformError) {
    guard retryingInterrupts({ fsync(rawValue) }) == 0 else { throw failure("write to") }
  }

  /// Waits until the file's content is on disk (fdatasync): without times of change, so cheaper.
  public func synchronizeData() throws(PlatformError) {
    guard retryingInterrupts({ fdatasync(rawValue) }) == 0 else { throw failure("write to") }
  }

  /// Cuts the file, or extends it by zeros, to `size` bytes.
  public func truncate(to size: Int64) throws(PlatformError) {
    guard retryingInterrupts({ ftruncate(rawValue, off_t(size)) }) == 0 else { throw failure("resize") }
  }

  /// The error of the call that has just failed on this descriptor.
  func failure(_ verb: String, errorNumber: Int32 = errno) -> PlatformError {
    PlatformError(cannot: verb, name, errorNumber: errorNumber)
  }
}

extension FileDescriptor.Identity {
  init(_ status: stat) {
    self.init(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
  }
}

extension FileDescriptor.Kind {
  init(mode: mode_t) {
    switch mode & S_IFMT {
    case S_IFREG: self = .regularFile
    case S_IFDIR: self = .directory
    case S_IFIFO: self = .pipe
    case S_IFSOCK: self = .socket
    case S_IFCHR: self = .characterDevice
    case S_IFBLK: self = .blockDevice
    default: self = .other
    }
  }
}
