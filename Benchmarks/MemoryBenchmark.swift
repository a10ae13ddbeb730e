import Foundation

/// How much memory a long recording takes, from its beginning to its end.
struct MemoryBenchmark {
  let options: BenchmarkOptions

  init(_ options: BenchmarkOptions) { self.options = options }

  func run() throws {
    let seconds = options.takeLength
    print("## Memory of a take of \(seconds) s, 1280x720 with sound, resident MiB\n")
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("rushes-benchmark-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var samples: [Double] = []
    let run = try ProcessRun(
      [
        options.rec, "--camera", "test:size=1280x720,rate=30,pace=fast,length=\(seconds)s", "--microphone",
        "test:pace=fast,length=\(seconds)s", "--overwrite", "--quiet", folder.appendingPathComponent("take.mp4").path,
      ]
    ) { process in
      if let size = Self.residentSize(of: process) { samples.append(size) }
    }
    print("| 5 % | 25 % | 50 % | 75 % | at the end | lowest and highest after 5 % | peak | took, s |")
    print("|---|---|---|---|---|---|---|---|")
    guard samples.count >= 20 else { throw BenchmarkError("the take was too short to be sampled") }
    let at = { (part: Double) in rounded(samples[min(samples.count - 1, Int(part * Double(samples.count)))], 1) }
    let settled = samples[(samples.count / 20)...]
    let cells = [
      at(0.05), at(0.25), at(0.5), at(0.75), at(1),
      "\(rounded(settled.min() ?? .nan, 1)) and \(rounded(settled.max() ?? .nan, 1))", mebibytes([run]),
      rounded(run.wall, 1),
    ]
    print("| \(cells.joined(separator: " | ")) |\n")
  }

  /// In MiB, by the kernel's account.
  private static func residentSize(of process: pid_t) -> Double? {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),  // It has just ended.
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }),
      let kibibytes = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap({ Double($0) })
    else { return nil }
    return kibibytes / 1024
  }
}
