internal import CLinux
internal import Glibc

extension FileDescriptor {
  /// Opens what is at `path` for reading, close-on-exec.
  ///
  /// A named pipe opens at once even where nobody writes to it yet; it stays non-blocking, so wait for it with
  /// `StopSignal.wait(for:_:timeout:)` before each read (a `SpoolSource` does): Linux reports no end on a pipe that
  /// has not had a writer since it was opened.
  /// - Throws: `PlatformError` (`.notFound`, `.permissionDenied`, `.isDirectory`, `.other`).
  public static func openForReading(_ path: String) throws(PlatformError) -> FileDescriptor {
    guard !path.utf8.contains(0) else { throw PlatformError(cannot: "open", path, errorNumber: EINVAL) }
    let opened = retryingInterrupts { rushes_open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0) }
    guard opened >= 0 else { throw PlatformError(cannot: "open", path, errorNumber: errno) }
    let descriptor = FileDescriptor(adopting: opened, name: path)
    switch descriptor.kind {
    case .directory: throw PlatformError(cannot: "open", path, errorNumber: EISDIR)
    case .pipe, .socket, .characterDevice: break
    case .regularFile, .blockDevice, .other:
      guard rushes_set_blocking(opened) == 0 else { throw descriptor.failure("open") }
    }
    return descriptor
  }

  /// A second descriptor of the open file that `rawValue` stands for, such as 0 or 1; the original stays open.
  public static func duplicating(_ rawValue: Int32, name: String) throws(PlatformError) -> FileDescriptor {
    let duplicate = rushes_duplicate(rawValue)
    guard duplicate >= 0 else { throw PlatformError(cannot: "open", name, errorNumber: errno) }
    return FileDescriptor(adopting: duplicate, name: name)
  }

  /// A second descriptor of the same open file, with its shared position.
  public func duplicate() throws(PlatformError) -> FileDescriptor {
    try Self.duplicating(rawValue, name: name)
  }

  /// Where files without a name go: `$TMPDIR`, else /tmp.
  public static var temporaryDirectory: String {
    guard let value = getenv("TMPDIR"), value.pointee != 0 else { return "/tmp" }
    return String(cString: value)
  }

  /// A new empty file that has no name, for reading and writing: it is gone when its last descriptor is closed, even
  /// after a crash.
  ///
  /// - Parameter directory: Where it takes its space; `temporaryDirectory` where `nil`.
  public static func unlinkedTemporaryFile(in directory: String? = nil) throws(PlatformError) -> FileDescriptor {
    let directory = directory ?? temporaryDirectory
    let name = "a temporary file in \(directory)"
    var opened = retryingInterrupts { rushes_open(directory, rushes_O_TMPFILE | O_RDWR | O_EXCL | O_CLOEXEC, 0o600) }
    // What old kernels and some file systems say to O_TMPFILE: open(2).
    if opened < 0, [EOPNOTSUPP, EISDIR, EINVAL, ENOENT].contains(errno) {
      var path = Array((directory + "/.rushes-XXXXXX").utf8CString)
      opened = rushes_mkostemp(&path)
      if opened >= 0 { unlink(path) }
    }
    guard opened >= 0 else {
      throw PlatformError(cannot: "create a temporary file in", directory, errorNumber: errno, remedy: temporaryRemedy)
    }
    return FileDescriptor(adopting: opened, name: name)
  }

  static let temporaryRemedy = "free some space there, or set TMPDIR to another directory"
}
