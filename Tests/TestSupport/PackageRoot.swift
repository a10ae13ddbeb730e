internal import Foundation

/// Where the package and its built programs are.
public enum PackageRoot {
  /// The directory that holds Package.swift.
  public static let path: String = {
    var url = URL(fileURLWithPath: #filePath)
    while url.path != "/" {
      url.deleteLastPathComponent()
      if FileManager.default.fileExists(atPath: url.appendingPathComponent("Package.swift").path) { break }
    }
    return url.path
  }()

  /// The directory of the running test binary, where the package's programs are built too.
  public static let productsDirectory: String = {
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path
  }()
}
