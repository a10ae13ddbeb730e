import Foundation

/// What is measured, and how often.
struct BenchmarkOptions {
  /// The `compress` to measure: a release build.
  var compress: String
  /// Clips to export.
  var clips: [String] = []
  /// Pairs of runs.
  var pairs = 7

  static let usage = "usage: Benchmarks [--compress PATH] [--pairs N] [CLIP...]"

  init(_ arguments: some Sequence<String>) throws {
    let own = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    compress = own.appendingPathComponent("compress").path
    var rest = Array(arguments)
    while !rest.isEmpty {
      let argument = rest.removeFirst()
      switch argument {
      case "--compress" where !rest.isEmpty: compress = rest.removeFirst()
      case "--pairs":
        guard let count = rest.first.flatMap(Int.init), (1...100).contains(count) else {
          throw BenchmarkError(Self.usage)
        }
        rest.removeFirst()
        pairs = count
      case _ where argument.hasPrefix("-"): throw BenchmarkError(Self.usage)
      default: clips.append(argument)
      }
    }
    if clips.isEmpty { clips = Self.realClips() }
    guard FileManager.default.isExecutableFile(atPath: compress) else {
      throw BenchmarkError("there is no '\(compress)': build the release first, or name it with --compress")
    }
  }

  /// The clips made for measuring, where the folder of real clips is.
  private static func realClips() -> [String] {
    let folder = ProcessInfo.processInfo.environment["RUSHES_MEDIA"] ?? "../shared/media"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasPrefix("bench-") }.sorted().map { "\(folder)/\($0)" }
  }
}

/// What keeps a measurement from being made.
struct BenchmarkError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
