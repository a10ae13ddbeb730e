/// Whether a second program finds anything wrong in a whole file.
public enum FullDecode {
  /// Decodes every stream of the file with `ffmpeg`, and probes it with `ffprobe`; returns what they complain about.
  ///
  /// Empty means sound. A failing exit code without a word is reported as a line of its own.
  public static func errors(_ path: String) async throws -> [String] {
    let decoded = try await Program.ffmpeg.run(
      ["-v", "error", "-nostdin", "-i", "file:" + path, "-map", "0:v?", "-map", "0:a?"]
        + ["-fps_mode", "passthrough", "-enc_time_base", "-1", "-f", "null", "-"],
      timeout: .seconds(180))
    let probed = try await Program.ffprobe.run(["-v", "error", "-show_streams", "-show_format", "file:" + path])
    // How the null muxer is fed is no fault of the file: MPEG-TS may overlap, and a filter chain rounds.
    var lines = (decoded.errorLines + probed.errorLines).filter { !$0.hasPrefix("[null @") }
    for result in [decoded, probed] where !result.succeeded { lines.append("\(result.description)") }
    return lines
  }
}
