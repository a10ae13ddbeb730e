internal import Glibc

/// Small looks at /dev, /proc and /sys, where what is not there, or not allowed, is no error.
enum Directory {
  /// Names in it, sorted, without `.` and `..`; none where it cannot be read.
  static func names(in path: String) -> [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// A file's first line, as far as 4096 bytes reach, without white space at its ends; `nil` where it cannot be read.
  static func firstLine(of path: String) -> String? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    return withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      let count = fread(buffer.baseAddress, 1, buffer.count, file)
      let line = buffer.prefix(count).prefix { $0 != 0x0a }
      return String(decoding: line.filter { $0 != 0 }, as: UTF8.self)
    }
  }

  /// Where a path leads in the end; `nil` where it leads nowhere.
  static func resolved(_ path: String) -> String? {
    guard let result = realpath(path, nil) else { return nil }
    defer { free(result) }
    return String(cString: result)
  }
}
