import Foundation
import Glibc

/// A new directory that goes with its last reference, with whatever is in it.
final class ScratchDirectory: Sendable {
  let path: String

  init() {
    var template = Array((NSTemporaryDirectory() + "/rushes-test-XXXXXX").utf8CString)
    guard let made = mkdtemp(&template) else { preconditionFailure("mkdtemp: errno \(errno)") }
    path = String(cString: made)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }  // Left over in the worst case.

  func file(_ name: String) -> String { path + "/" + name }

  /// Names of everything in it, hidden ones too.
  var contents: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }

  func write(_ text: String, to name: String, mode: mode_t = 0o644) throws -> String {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
    chmod(file(name), mode)
    return file(name)
  }

  func text(of name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: file(name))), as: UTF8.self)
  }
}
