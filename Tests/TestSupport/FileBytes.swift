internal import Foundation

/// Whole files as byte arrays.
public enum FileBytes {
  /// - Throws: `TestSupportError` if it cannot be read.
  public static func read(_ path: String) throws -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path) else { throw TestSupportError("cannot read '\(path)'") }
    return [UInt8](data)
  }

  /// - Throws: `TestSupportError` if it cannot be written.
  public static func write(_ bytes: [UInt8], to path: String) throws {
    guard FileManager.default.createFile(atPath: path, contents: Data(bytes)) else {
      throw TestSupportError("cannot write '\(path)'")
    }
  }

  public static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  /// Size in bytes, or `nil` if there is no such file.
  public static func size(_ path: String) -> Int? {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int  // no file, no size
  }
}
