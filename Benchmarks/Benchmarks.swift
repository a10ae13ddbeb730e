import Foundation

/// Measures this project's programs against the ffmpeg command line doing the same work.
///
/// Whole processes, in interleaved pairs (ours, theirs, ours, theirs, …), so that a machine whose speed drifts slows
/// both alike; the ratio is taken pair by pair and its median quoted. Prints Markdown tables.
@main
struct Benchmarks {
  static func main() {
    do {
      // This program is also what feeds ffmpeg with the test camera's pictures.
      if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "--raw-frames" {
        return try RawFrames.write(CommandLine.arguments[2])
      }
      let options = try BenchmarkOptions(CommandLine.arguments.dropFirst())
      if options.subjects.contains(.startUp) { try StartUpBenchmark(options).run() }
      if options.subjects.contains(.export) { try ExportBenchmark(options).run() }
      if options.subjects.contains(.recording) { try RecordingBenchmark(options).run() }
      if options.subjects.contains(.memory) { try MemoryBenchmark(options).run() }
    } catch {
      FileHandle.standardError.write(Data("benchmarks: \(error)\n".utf8))
      exit(1)
    }
  }
}
