internal import CV4L2
internal import Glibc
internal import Platform

/// Names that come, go or change their permissions in some directories: an inotify(7) descriptor. For one thread.
final class DirectoryWatch: Sendable {
  private let descriptor: FileDescriptor
  private let directories: [String]

  /// - Throws: `PlatformError` where the limit of descriptors is reached.
  init(_ directories: [String]) throws(PlatformError) {
    let opened = rushes_inotify_open()
    guard opened >= 0 else {
      throw PlatformError(cannot: "watch", directories.first ?? "nothing", errorNumber: errno)
    }
    descriptor = FileDescriptor(adopting: opened, name: "inotify")
    self.directories = directories
    watchDirectories()
  }

  /// Waits until a name that `isWanted` has changed, and then none for `settling`, or three seconds in all.
  /// - Throws: `PlatformError` (`.stopped`).
  func waitForChange(
    of isWanted: (String) -> Bool, settling: Duration, stop: StopSignal
  ) throws(PlatformError) {
    while true {
      try stop.wait(for: descriptor, .readable)
      if readNames().contains(where: isWanted) { break }
    }
    let deadline = ContinuousClock.now + .seconds(3)
    while ContinuousClock.now < deadline, try !stop.wait(for: descriptor, .readable, timeout: settling).isEmpty {
      _ = readNames()
    }
    watchDirectories()
  }

  /// Again without harm; a directory that is not there is left for the next time.
  private func watchDirectories() {
    for directory in directories { _ = rushes_inotify_watch(descriptor.rawValue, directory) }
  }

  /// All names that wait to be read.
  private func readNames() -> [String] {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
      var names: [String] = []
      while true {
        let count = read(descriptor.rawValue, buffer.baseAddress, buffer.count)
        guard count > 0 else { return names }
        var position = 0
        let header = MemoryLayout<inotify_event>.size
        while position + header <= count {
          let event = buffer.loadUnaligned(fromByteOffset: position, as: inotify_event.self)
          let name = buffer[(position + header)...].prefix(Int(event.len)).prefix { $0 != 0 }
          names.append(String(decoding: name, as: UTF8.self))
          position += header + Int(event.len)
        }
      }
    }
  }
}
