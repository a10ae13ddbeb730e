import Foundation
import TestSupport
import Testing

@testable import Capture

struct PermissionTests {
  private func remedy(group: String?, useful: Bool = true, member: Bool = false, listed: Bool = false) -> String {
    NodePermissions(groupName: group, isGroupUseful: useful, isMember: member, isListed: listed)
      .remedy(for: "/dev/video0")
  }

  @Test func `the group that is missing is named, with the command`() {
    #expect(
      remedy(group: "video")
        == "this user is not in group 'video': run 'sudo usermod -aG video $USER', then log out and in again")
  }

  @Test func `a user who was added since the login has to log in again`() {
    let text = "this login is older than its user's place in group 'video': log out and in again"
    #expect(remedy(group: "video", listed: true) == text)
  }

  @Test func `where no group helps, an access list does`() {
    #expect(remedy(group: "root", useful: false) == "run 'sudo setfacl -m u:$USER:rw /dev/video0'")
    #expect(remedy(group: nil) == "run 'sudo setfacl -m u:$USER:rw /dev/video0'")
  }

  @Test func `where the group is not what is missing, something stands between`() {
    #expect(remedy(group: "video", member: true).contains("docker run --device /dev/video0"))
  }

  @Test func `a file's own permissions are read`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("", to: "node")
    try FileManager.default.setAttributes([.posixPermissions: 0o660], ofItemAtPath: path)
    let permissions = try #require(NodePermissions(of: path))
    #expect(permissions.isMember)
    #expect(NodePermissions(of: directory.file("missing")) == nil)
  }
}
