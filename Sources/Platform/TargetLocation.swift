internal import CLinux
internal import Glibc

/// Where a `PartialFile` goes: an open directory and a name in it, with symbolic links at the target followed.
struct TargetLocation: Sendable {
  /// The path as it was given, for messages.
  let path: String
  private let directory: FileDescriptor
  private let name: String

  init(_ path: String) throws(PlatformError) {
    self.path = path
    let resolved = try Self.followingLinks(path)
    let (directoryPath, name) = Self.split(resolved)
    guard !name.isEmpty, name != ".", name != ".." else {
      throw PlatformError(cannot: "write", path, errorNumber: path.isEmpty ? ENOENT : EISDIR)
    }
    self.name = name
    directory = try Self.open(directoryPath, for: path)
  }

  /// What is at the target now: a regular file, or nothing.
  ///
  /// - Throws: `PlatformError` (`.isDirectory`, `.other`) where it is anything else.
  func existingFile() throws(PlatformError) -> stat? {
    var status = stat()
    guard fstatat(directory.rawValue, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      if errno == ENOENT { return nil }
      throw failure("write", errno)
    }
    switch FileDescriptor.Kind(mode: status.st_mode) {
    case .regularFile: return status
    case .directory: throw failure("write", EISDIR)
    default:
      throw PlatformError(
        cannot: "write", path, reason: "it is no regular file, and a finished file would replace it", code: .other)
    }
  }

  /// Creates a file under a new hidden name: 32 bytes, so that a target's name of any length is fine.
  ///
  /// - Parameter mode: Its permission bits, before the umask.
  func makePartialFile(mode: mode_t) throws(PlatformError) -> (name: String, descriptor: FileDescriptor) {
    while true {
      let digits = String(UInt64.random(in: .min ... .max), radix: 16)
      let name = ".rushes-" + String(repeating: "0", count: 16 - digits.count) + digits + ".partial"
      let opened = retryingInterrupts {
        rushes_openat(directory.rawValue, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode)
      }
      if opened >= 0 { return (name, FileDescriptor(adopting: opened, name: path)) }
      if errno != EEXIST { throw failure("write", errno) }
    }
  }

  /// Creates the target itself, which must not exist.
  func makeFile() throws(PlatformError) -> FileDescriptor {
    let opened = retryingInterrupts {
      rushes_openat(directory.rawValue, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    }
    guard opened >= 0 else { throw failure("write", errno) }
    return FileDescriptor(adopting: opened, name: path)
  }

  /// Removes the target, if it is that file.
  func remove(ifSameAs file: FileDescriptor) {
    var status = stat()
    guard fstatat(directory.rawValue, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
      FileDescriptor.Identity(status) == file.identity
    else { return }
    remove(name)
  }

  /// Renames the partial file over the target.
  func replace(by partial: String) throws(PlatformError) {
    guard renameat(directory.rawValue, partial, directory.rawValue, name) == 0 else { throw failure("write", errno) }
  }

  /// Renames the partial file to the target, which must not exist; the kernel checks it in the same step.
  func occupy(by partial: String) throws(PlatformError) {
    if rushes_rename_noreplace(directory.rawValue, partial, name) == 0 { return }
    // What kernels and file systems without RENAME_NOREPLACE say: rename(2).
    guard [EINVAL, ENOSYS, EOPNOTSUPP].contains(errno) else { throw failure("write", errno) }
    try occupyWithoutRenameFlags(by: partial)
  }

  /// `occupy(by:)` for file systems without RENAME_NOREPLACE: by a hard link, else by a placeholder of our own.
  func occupyWithoutRenameFlags(by partial: String) throws(PlatformError) {
    if linkat(directory.rawValue, partial, directory.rawValue, name, 0) == 0 {
      remove(partial)
      return
    }
    guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(errno) else { throw failure("write", errno) }
    try occupyByPlaceholder(by: partial)
  }

  func occupyByPlaceholder(by partial: String) throws(PlatformError) {
    let placeholder = rushes_openat(directory.rawValue, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard placeholder >= 0 else { throw failure("write", errno) }
    close(placeholder)
    do throws(PlatformError) {
      try replace(by: partial)
    } catch {
      remove(name)
      throw error
    }
  }

  /// Removes a name of ours; one that is gone already is as good.
  func remove(_ name: String) { unlinkat(directory.rawValue, name, 0) }

  /// Puts the directory's names on disk.
  func synchronize() throws(PlatformError) {
    guard retryingInterrupts({ fsync(directory.rawValue) }) != 0 else { return }
    // Some network and FUSE file systems cannot; EBADF is a directory that may be written to but not read.
    if ![EINVAL, ENOSYS, EOPNOTSUPP, EBADF].contains(errno) { throw failure("write", errno) }
  }

  func failure(_ verb: String, _ errorNumber: Int32) -> PlatformError {
    switch errorNumber {
    case EEXIST: exists
    case EACCES, EPERM:
      PlatformError(
        cannot: verb, path, errorNumber: errorNumber, remedy: "the directory must be one that you may write to")
    default: PlatformError(cannot: verb, path, errorNumber: errorNumber)
    }
  }

  var exists: PlatformError { PlatformError(cannot: "write", path, errorNumber: EEXIST) }

  private static func open(_ directory: String, for path: String) throws(PlatformError) -> FileDescriptor {
    var opened = retryingInterrupts { rushes_open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0) }
    if opened < 0, errno == EACCES {
      // A directory that may be written to but not listed.
      opened = retryingInterrupts { rushes_open(directory, rushes_O_PATH | O_DIRECTORY | O_CLOEXEC, 0) }
    }
    if opened >= 0 { return FileDescriptor(adopting: opened, name: directory) }
    let reason: String
    switch errno {
    case ENOENT: reason = "there is no directory '\(directory)'"
    case ENOTDIR: reason = "'\(directory)' is not a directory"
    default: throw PlatformError(cannot: "write", path, errorNumber: errno)
    }
    throw PlatformError(cannot: "write", path, reason: reason, code: .notFound, errorNumber: errno)
  }

  /// The path with links at its last component resolved, dangling ones too; 40 at most, as the kernel does.
  private static func followingLinks(_ path: String) throws(PlatformError) -> String {
    guard !path.utf8.contains(0) else { throw PlatformError(cannot: "write", path, errorNumber: EINVAL) }
    var status = stat()
    // Links of /proc and /dev do not always lead to a path: what they stand for has to be asked first.
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG, status.st_mode & S_IFMT != S_IFDIR {
      throw PlatformError(
        cannot: "write", path, reason: "it is no regular file, and a finished file would replace it", code: .other)
    }
    var path = path
    for _ in 0..<40 {
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return path }
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink(path, &buffer, Int(PATH_MAX))
      guard count >= 0 else { throw PlatformError(cannot: "write", path, errorNumber: errno) }
      let link = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      path = link.utf8.first == UInt8(ascii: "/") ? link : split(path).directory + "/" + link
    }
    throw PlatformError(cannot: "write", path, errorNumber: ELOOP)
  }

  private static func split(_ path: String) -> (directory: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let directory = path[..<slash]
    return (directory.isEmpty ? "/" : String(directory), String(path[path.utf8.index(after: slash)...]))
  }
}
