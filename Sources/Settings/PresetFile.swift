internal import Glibc
internal import Platform

/// Presets in files: reading one, and finding those of a directory.
enum PresetFile {
  /// More presets than this in one directory are not looked at.
  private static let maximumCount = 1000
  private static let suffix = ".json"

  /// The preset in the file at `path`; its name is the file's without directory and `.json`.
  ///
  /// Only regular files of limited size are read: no pipe or device can hold the program up.
  static func preset(at path: String) throws(SettingsError) -> ExportPreset {
    let bytes: [UInt8]
    do throws(PlatformError) {
      let file = try FileDescriptor.openForReading(path)
      guard file.isRegularFile else {
        throw PlatformError(cannot: "read preset", path, reason: "it is not a regular file", code: .other)
      }
      bytes = try content(of: file, limit: ExportPreset.maximumFileSize + 1)
    } catch {
      let code: SettingsError.Code = error.code == .notFound ? .presetNotFound : .unreadable
      throw SettingsError(code: code, message: error.message, cause: error)
    }
    let fileName = path.split(separator: "/").last.map(String.init) ?? path
    let name = fileName.hasSuffix(suffix) ? String(fileName.dropLast(suffix.count)) : fileName
    return try ExportPreset(json: bytes, name: name, file: path)
  }

  private static func content(of file: FileDescriptor, limit: Int) throws(PlatformError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: limit)
    var failure: PlatformError?
    let count = bytes.withUnsafeMutableBytes { buffer in
      do throws(PlatformError) {
        return try file.read(into: buffer, at: 0)
      } catch {
        failure = error
        return 0
      }
    }
    if let failure { throw failure }
    return Array(bytes.prefix(count))
  }

  /// The names of the presets in a directory, sorted; none where it cannot be read.
  static func names(in directory: String) -> [String] {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while names.count < maximumCount, let entry = readdir(stream) {
      let fileName = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
          String(validatingCString: $0)
        }
      }
      // A name that is not UTF-8 cannot be asked for either.
      guard let fileName, fileName.hasSuffix(suffix), !fileName.hasPrefix(".") else { continue }
      names.append(String(fileName.dropLast(suffix.count)))
    }
    return names.sorted()
  }
}
