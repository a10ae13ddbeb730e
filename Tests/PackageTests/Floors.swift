/// The floors that targets live on: each depends on lower ones only, never on one of its own.
enum Floors {
  /// Lowest first.
  static let names: [Set<String>] = [
    ["CFFmpeg", "CLinux", "CV4L2", "CALSA", "CCurl", "CSQLite", "CPostgres", "CMicrohttpd", "CSeccomp", "Presets"],
    ["Media", "Platform", "CommandLineTools"],
    ["Codecs", "MP4", "Settings"],
    ["Capture", "Reading", "Writing"],
    ["Recording", "Export"],
    ["ShortVideo"],
    ["rec", "compress", "shortvideo", "Benchmarks"],
  ]

  /// One line for each dependency that a floor forbids and each target that has no floor; empty where all is well.
  ///
  /// What lies under Tests may depend on anything, and nothing outside may depend on it.
  static func violations(in graph: PackageGraph) -> [String] {
    let tests = Set(graph.targets.filter { $0.path.hasPrefix("Tests/") }.map(\.name))
    var lines: [String] = []
    for target in graph.targets where !tests.contains(target.name) {
      guard let floor = floor(of: target.name) else {
        lines.append("'\(target.name)' has no floor: add it to the table")
        continue
      }
      for dependency in target.dependencies ?? [] {
        if tests.contains(dependency) {
          lines.append("'\(target.name)' depends on '\(dependency)', which is for tests")
        } else if let other = Self.floor(of: dependency), other >= floor {
          let direction = other > floor ? "upward" : "sideways"
          lines.append("'\(target.name)' (floor \(floor)) depends \(direction) on '\(dependency)' (floor \(other))")
        }
      }
    }
    return lines.sorted()
  }

  private static func floor(of name: String) -> Int? {
    names.firstIndex { $0.contains(name) }
  }
}
