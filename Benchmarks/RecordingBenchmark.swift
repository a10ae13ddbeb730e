import Foundation

/// `rec` against the ffmpeg command line, which is given the same raw pictures through a pipe.
struct RecordingBenchmark {
  let options: BenchmarkOptions

  init(_ options: BenchmarkOptions) { self.options = options }

  private static let seconds = 60

  func run() throws {
    print("## Recording, \(Self.seconds) s of a test camera, \(options.pairs) pairs\n")
    print(
      "| picture | CPU, s per recorded s | ffmpeg's | ratio | wall ratio | peak, MiB | ffmpeg's | settings | bits |")
    print("|---|---|---|---|---|---|---|---|---|")
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("rushes-benchmark-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for size in ["1280x720", "640x480"] { try measure(size, in: folder) }
    print("")
  }

  private func measure(_ size: String, in folder: URL) throws {
    let ours = folder.appendingPathComponent("ours.mp4").path
    let theirs = folder.appendingPathComponent("theirs.mp4").path
    let camera = "test:size=\(size),rate=30,pace=fast,length=\(Self.seconds)s"
    let record = [
      options.rec, "--camera", camera, "--microphone", "none", "--size", size, "--overwrite", "--quiet", ours,
    ]
    // What this program's encoder was opened with, as x264 itself wrote it into the stream.
    _ = try ProcessRun(record)
    guard let settings = EncoderSettings(ofFile: ours) else {
      throw BenchmarkError("'\(ours)' does not name its encoder")
    }
    let ffmpeg =
      ["ffmpeg", "-v", "error", "-nostdin", "-y", "-f", "rawvideo", "-pix_fmt", "nv12", "-s", size, "-r", "30"]
      + ["-i", "pipe:0"] + settings.ffmpegArguments + [theirs]
    let runs = try PairedRuns(
      record, against: ffmpeg, pairs: options.pairs,
      standardInput: [CommandLine.arguments[0], "--raw-frames", camera])
    let isSame = EncoderSettings(ofFile: theirs)?.text == settings.text
    let perSecond = { (runs: [ProcessRun]) in PairedRuns.median(runs.map(\.cpu)) / Double(Self.seconds) }
    let cells = [
      size, rounded(perSecond(runs.ours), 3), rounded(perSecond(runs.theirs), 3), rounded(runs.ratio(\.cpu), 3),
      rounded(runs.ratio(\.wall), 3), mebibytes(runs.ours), mebibytes(runs.theirs), isSame ? "same" : "differ",
      try packetDigests(of: ours) == packetDigests(of: theirs) ? "same" : "differ",
    ]
    print("| \(cells.joined(separator: " | ")) |")
  }
}
