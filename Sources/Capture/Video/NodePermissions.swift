internal import Glibc

/// Why this user may not open a device node: its group, and whether the user is in it.
struct NodePermissions: Hashable, Sendable {
  /// The node's group; `nil` where it has no name.
  let groupName: String?
  /// The group may read and write it, and is one that people are put into (not root's).
  let isGroupUseful: Bool
  /// This process runs with the group, or as root.
  let isMember: Bool
  /// The system's list of groups names the user: a new login will have the group.
  let isListed: Bool

  init(groupName: String?, isGroupUseful: Bool, isMember: Bool, isListed: Bool) {
    self.groupName = groupName
    self.isGroupUseful = isGroupUseful
    self.isMember = isMember
    self.isListed = isListed
  }

  /// - Returns: `nil` where the node cannot be looked at.
  init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    let group = Self.group(status.st_gid)
    let user = getuid() == geteuid() ? getpwuid(getuid()).map { String(cString: $0.pointee.pw_name) } : nil
    self.init(
      groupName: group?.name, isGroupUseful: status.st_gid != 0 && status.st_mode & 0o060 == 0o060,
      isMember: geteuid() == 0 || Self.ownGroups().contains(status.st_gid),
      isListed: user.map { group?.members.contains($0) == true } ?? false)
  }

  /// What to do about it, with the command that does it.
  func remedy(for path: String) -> String {
    if isMember {
      return "a container or sandbox keeps it away: let it through, such as by 'docker run --device \(path)'"
    }
    guard let groupName, isGroupUseful else { return "run 'sudo setfacl -m u:$USER:rw \(path)'" }
    if isListed { return "this login is older than its user's place in group '\(groupName)': log out and in again" }
    return
      "this user is not in group '\(groupName)': run 'sudo usermod -aG \(groupName) $USER', then log out and in again"
  }

  private static func group(_ identifier: gid_t) -> (name: String, members: [String])? {
    guard let entry = getgrgid(identifier) else { return nil }
    var members: [String] = []
    var member = entry.pointee.gr_mem
    while let name = member?.pointee {
      members.append(String(cString: name))
      member = member?.advanced(by: 1)
    }
    return (String(cString: entry.pointee.gr_name), members)
  }

  private static func ownGroups() -> [gid_t] {
    let count = getgroups(0, nil)
    var groups = [gid_t](repeating: 0, count: Int(max(0, count)))
    let filled = getgroups(Int32(groups.count), &groups)
    return groups.prefix(Int(max(0, filled))) + [getegid()]
  }
}
