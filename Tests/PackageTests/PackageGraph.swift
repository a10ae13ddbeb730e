import Foundation
import TestSupport

/// What `swift package describe --type json` says, as far as it matters here.
struct PackageGraph: Decodable {
  struct Target: Decodable {
    let name: String
    let type: String
    /// Relative to the package's root.
    let path: String
    let dependencies: [String]?

    enum CodingKeys: String, CodingKey {
      case name, type, path
      case dependencies = "target_dependencies"
    }
  }

  let targets: [Target]

  /// Asks the package manager about this package, in a scratch directory of its own: the usual one is locked while
  /// tests run.
  static func load() async throws -> PackageGraph {
    let scratch = try TemporaryDirectory(named: "rushes-describe")
    let result = try await Program("swift").run(
      ["package", "--scratch-path", scratch.path, "describe", "--type", "json"], in: PackageRoot.path,
      timeout: .seconds(300)
    ).checked()
    return try withExtendedLifetime(scratch) {
      try JSONDecoder().decode(PackageGraph.self, from: Data(result.output))
    }
  }
}
