internal import CLinux
internal import Glibc

/// An output in the making: a hidden file beside its target, which takes the target's name only when it is complete.
///
/// The target's directory is held open and every name is looked up in it, so that renaming the directory meanwhile does
/// no harm. A target that is a symbolic link is followed, as cp(1) and ffmpeg do: the file it points to is what gets
/// made or replaced, and the link stays. Devices, named pipes and sockets are refused: a rename would replace them.
/// Callable from several threads; `discard()` may come while another thread writes or publishes.
public final class PartialFile: Sendable {
  private enum State { case open, published, discarded }

  /// The target's path as it was given.
  public let target: String
  /// The partial file, empty and open for reading and writing.
  public let descriptor: FileDescriptor
  /// The file that was at the target when this one was made, to tell "input and output are the same file".
  public let targetIdentity: FileDescriptor.Identity?

  private let location: TargetLocation
  private let name: String
  private let state = Locked(State.open)

  /// Creates `.rushes-<random>.partial` in the target's directory, with the permissions that the umask leaves.
  ///
  /// - Throws: `PlatformError` (`.notFound` for the directory, `.permissionDenied` also on a read-only file system,
  ///   `.isDirectory`, `.noSpace`, `.other` for a target that is no regular file).
  public init(target: String) throws(PlatformError) {
    self.target = target
    location = try TargetLocation(target)
    let existing = try location.existingFile()
    targetIdentity = existing.map { FileDescriptor.Identity($0) }
    // What replaces a private file is private from its first byte.
    (name, descriptor) = try location.makePartialFile(mode: existing.map { $0.st_mode & 0o777 } ?? 0o666)
  }

  deinit { discard() }

  /// Refuses early what `publish(overwriting: false)` would refuse in the end.
  ///
  /// - Throws: `PlatformError` (`.exists`) where something is at the target now.
  public func requireVacantTarget() throws(PlatformError) {
    if try location.existingFile() != nil { throw location.exists }
  }

  /// Puts the file on disk, gives it the target's name, and puts that on disk too.
  ///
  /// Once this returns, the target is complete even after a power cut. The descriptor stays usable.
  /// - Parameter overwriting: Whether a regular file at the target may be replaced; its permission bits are kept, and its
  ///   owner where the system lets us. Otherwise an existing target is never touched, not even one made meanwhile.
  /// - Throws: `PlatformError` (`.exists`, `.noSpace`, `.inputOutput`, …). The partial file then still exists until
  ///   `discard()`, except where only the directory's synchronisation failed: the target is there in that case.
  public func publish(overwriting: Bool) throws(PlatformError) {
    try state.withLock { state throws(PlatformError) in
      guard state == .open else {
        let reason = state == .published ? "it was published before" : "it was discarded"
        throw PlatformError(cannot: "write", target, reason: reason, code: .other)
      }
      let existing = try location.existingFile()
      if existing != nil, !overwriting { throw location.exists }
      if let existing { keepAttributes(of: existing) }
      guard retryingInterrupts({ fsync(descriptor.rawValue) }) == 0 else { throw location.failure("write", errno) }
      if overwriting { try location.replace(by: name) } else { try location.occupy(by: name) }
      state = .published
      try location.synchronize()
    }
  }

  /// Removes the partial file if it was not published; again without harm.
  public func discard() {
    state.withLock { state in
      guard state == .open else { return }
      state = .discarded
      location.remove(name)
    }
  }

  /// Best effort: only root may give files away, and file systems such as FAT store no permissions.
  private func keepAttributes(of existing: stat) {
    if existing.st_uid != geteuid() || existing.st_gid != getegid() {
      _ = fchown(descriptor.rawValue, existing.st_uid, existing.st_gid)
    }
    _ = fchmod(descriptor.rawValue, existing.st_mode & 0o777)
  }
}
