internal import Foundation

/// A new empty directory, removed with everything in it when its owner is gone.
///
/// Keep it alive for as long as its files are used: `withExtendedLifetime`, or a stored property of the suite.
public final class TemporaryDirectory: Sendable {
  public let path: String

  /// - Throws: `TestSupportError` if it cannot be made.
  public init(named name: String = "rushes-test") throws {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent("\(name)-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    } catch {
      throw TestSupportError("cannot make '\(directory.path)': \(error)")
    }
    path = directory.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }  // what cannot be removed is left to the system

  /// The path of a file in it; the file need not exist. The name may contain anything but a slash.
  public func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file in it and returns its path.
  public func write(_ bytes: [UInt8], to name: String) throws -> String {
    guard FileManager.default.createFile(atPath: file(name), contents: Data(bytes)) else {
      throw TestSupportError("cannot write '\(file(name))'")
    }
    return file(name)
  }

  /// Writes a text file in it and returns its path.
  public func write(_ text: String, to name: String) throws -> String { try write(Array(text.utf8), to: name) }

  /// Names of everything in it, sorted: what a program left behind.
  public var contents: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }
}
