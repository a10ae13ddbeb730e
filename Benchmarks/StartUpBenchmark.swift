import Foundation

/// How long the programs take before they do anything, against `ffmpeg -version`.
struct StartUpBenchmark {
  let options: BenchmarkOptions

  init(_ options: BenchmarkOptions) { self.options = options }

  func run() throws {
    print("## Start-up\n\n| command | ms | ffmpeg -version, ms | ratio |\n|---|---|---|---|")
    try measure("compress --help", [options.compress, "--help"])
    try measure("rec --help", [options.rec, "--help"])
    guard let clip = options.clips.first else { return }
    try measure("compress --explain FILE", [options.compress, "--preset", "640x480", "--explain", clip])
    print("")
  }

  private func measure(_ title: String, _ command: [String]) throws {
    let runs = try PairedRuns(command, against: ["ffmpeg", "-version"], pairs: max(15, options.pairs))
    let ours = PairedRuns.median(runs.ours.map(\.wall)) * 1000
    let theirs = PairedRuns.median(runs.theirs.map(\.wall)) * 1000
    print("| `\(title)` | \(rounded(ours, 1)) | \(rounded(theirs, 1)) | \(rounded(runs.ratio(\.wall), 2)) |")
  }
}

/// A number with a fixed count of decimals.
func rounded(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }
