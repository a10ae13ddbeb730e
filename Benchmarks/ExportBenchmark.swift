import Foundation

/// `compress --preset 640x480` against the ffmpeg command line with the same settings and thread counts.
struct ExportBenchmark {
  let options: BenchmarkOptions

  /// What `compress --explain --json` says of one track.
  private struct Plan: Decodable {
    struct Track: Decodable {
      let track: Int
      let type: String
      let action: String
      let width: Int?
      let height: Int?
      let quality: Int?
      let maximumBitRate: Int?
      let keyFrameInterval: Int?
      let profile: String?
      let effort: String?
      let bitRate: Int?
      let sampleRate: Int?
      let channels: Int?
    }
    let tracks: [Track]
  }

  init(_ options: BenchmarkOptions) { self.options = options }

  func run() throws {
    print("## Export to 640x480, one thread for each codec, \(options.pairs) pairs\n")
    print("| clip | CPU, s | ffmpeg's | ratio | wall ratio | peak, MiB | ffmpeg's | ratio | same bits |")
    print("|---|---|---|---|---|---|---|---|---|")
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("rushes-benchmark-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for clip in options.clips { try measure(clip, in: folder) }
  }

  private func measure(_ clip: String, in folder: URL) throws {
    let ours = folder.appendingPathComponent("ours.mp4").path
    let theirs = folder.appendingPathComponent("theirs.mp4").path
    let settings = ["--preset", "640x480", "--force-encode", "--threads", "1", "--quiet"]
    let plan = try JSONDecoder().decode(
      Plan.self,
      from: ProcessRun([options.compress] + settings + ["--explain", "--json", clip]).standardOutput)
    let runs = try PairedRuns(
      [options.compress] + settings + ["--overwrite", clip, "-o", ours],
      against: ffmpeg(clip, plan, to: theirs), pairs: options.pairs)
    let isSame = try packetDigests(of: ours) == packetDigests(of: theirs)
    let cells = [
      URL(fileURLWithPath: clip).lastPathComponent, rounded(PairedRuns.median(runs.ours.map(\.cpu)), 2),
      rounded(PairedRuns.median(runs.theirs.map(\.cpu)), 2), rounded(runs.ratio(\.cpu), 3),
      rounded(runs.ratio(\.wall), 3), mebibytes(runs.ours), mebibytes(runs.theirs),
      rounded(runs.ratio { Double($0.peakMemory) }, 3), isSame ? "yes" : "no",
    ]
    print("| \(cells.joined(separator: " | ")) |")
  }

  /// The same streams, filters and encoder settings as the plan says.
  private func ffmpeg(_ clip: String, _ plan: Plan, to output: String) throws -> [String] {
    var arguments = ["ffmpeg", "-v", "error", "-nostdin", "-y", "-threads", "1", "-filter_threads", "1", "-i", clip]
    for track in plan.tracks where track.action == "transcode" {
      arguments += ["-map", "0:\(track.track)"]
      if let width = track.width, let height = track.height, let quality = track.quality,
        let maximum = track.maximumBitRate, let interval = track.keyFrameInterval
      {
        arguments += [
          "-threads", "1", "-filter:v", "scale=w=\(width):h=\(height):flags=bicubic,format=yuv420p,setsar=1", "-c:v",
          "libx264", "-preset", track.effort ?? "medium", "-profile:v", track.profile ?? "high", "-crf", "\(quality)",
          "-maxrate", "\(maximum)", "-bufsize", "\(2 * maximum)", "-g", "\(interval)",
        ]
      } else if let rate = track.bitRate, let sampleRate = track.sampleRate, let channels = track.channels {
        arguments += ["-c:a", "aac", "-b:a", "\(rate)", "-ar", "\(sampleRate)", "-ac", "\(channels)"]
      }
    }
    return arguments + ["-map_metadata", "-1", "-movflags", "+faststart", output]
  }
}
