/// A digest of each packet's bytes, in the file's order by track.
func packetDigests(of file: String) throws -> [String: [String]] {
  let text = String(
    decoding: try ProcessRun([
      "ffprobe", "-v", "error", "-show_entries", "packet=stream_index,data_hash", "-show_data_hash", "md5", "-of",
      "csv=p=0", file,
    ]).standardOutput, as: UTF8.self)
  var result: [String: [String]] = [:]
  for line in text.split(separator: "\n") {
    let fields = line.split(separator: ",")
    guard fields.count >= 2 else { continue }
    result[String(fields[0]), default: []].append(String(fields[1]))
  }
  return result
}

/// The median of the peaks, in MiB.
func mebibytes(_ runs: [ProcessRun]) -> String {
  rounded(PairedRuns.median(runs.map { Double($0.peakMemory) }) / 1_048_576, 1)
}
