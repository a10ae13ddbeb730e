import Foundation

/// Measures this project's programs against the ffmpeg command line doing the same work.
///
/// Whole processes, in interleaved pairs (ours, theirs, ours, theirs, …), so that a machine whose speed drifts slows
/// both alike; the ratio is taken pair by pair and its median quoted. Prints Markdown tables.
@main
struct Benchmarks {
  static func main() {
    do {
      let options = try BenchmarkOptions(CommandLine.arguments.dropFirst())
      try StartUpBenchmark(options).run()
      try ExportBenchmark(options).run()
    } catch {
      FileHandle.standardError.write(Data("benchmarks: \(error)\n".utf8))
      exit(1)
    }
  }
}
