internal import Glibc

/// A program that has a device open, as far as /proc shows.
struct DeviceHolder: Hashable, Sendable {
  /// The command's name, at most 15 bytes.
  let name: String
  let processID: Int32
  /// How often.
  let descriptorCount: Int

  /// `, held by 'firefox' (pid 4242)`, for the end of a message; where nobody is seen, how to find out.
  /// - Parameter isOpen: This program has just opened it, which does not count.
  static func clause(for path: String, isOpen: Bool) -> String {
    let own = getpid()
    let holders = find(holding: path)
    let others = holders.filter { $0.processID != own }
    if !others.isEmpty {
      return ", held by " + others.prefix(3).map { "'\($0.name)' (pid \($0.processID))" }.joined(separator: " and ")
    }
    if holders.contains(where: { $0.descriptorCount > (isOpen ? 1 : 0) }) { return ", held by this program itself" }
    return geteuid() == 0 ? "" : "; 'sudo fuser -v \(path)' tells who holds it"
  }

  /// Everyone that has the file at `path` open, lowest process first. Other users' programs show only to root.
  static func find(holding path: String) -> [DeviceHolder] {
    var wanted = stat()
    guard stat(path, &wanted) == 0 else { return [] }
    return Directory.names(in: "/proc").compactMap { Int32($0) }.sorted().compactMap { process in
      let descriptors = "/proc/\(process)/fd"
      let count = Directory.names(in: descriptors).count { name in
        var found = stat()
        guard stat("\(descriptors)/\(name)", &found) == 0 else { return false }
        return isSame(found, wanted)
      }
      guard count > 0 else { return nil }
      return DeviceHolder(
        name: Directory.firstLine(of: "/proc/\(process)/comm") ?? "?", processID: process, descriptorCount: count)
    }
  }

  /// The same device node, whatever it is called, or the same file.
  private static func isSame(_ first: stat, _ second: stat) -> Bool {
    if first.st_mode & S_IFMT == S_IFCHR, second.st_mode & S_IFMT == S_IFCHR { return first.st_rdev == second.st_rdev }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }
}
