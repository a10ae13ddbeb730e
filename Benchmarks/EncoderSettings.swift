import Foundation

/// What x264 says of itself in a stream that it encoded.
struct EncoderSettings {
  /// Its version and all of its settings, as one line.
  let text: String

  /// `nil` where the file holds no such line.
  init?(ofFile path: String) {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)),  // No file: no line.
      let start = data.range(of: Data("x264 - core".utf8))?.lowerBound
    else { return nil }
    text = String(decoding: data[start...].prefix { (0x20..<0x7f).contains($0) }, as: UTF8.self)
  }

  /// Arguments with which ffmpeg's encoder is set alike; whether it was, its own line shows.
  var ffmpegArguments: [String] {
    var values: [String: String] = [:]
    for word in text.split(separator: " ") {
      let parts = word.split(separator: "=", maxSplits: 1)
      if parts.count == 2 { values[String(parts[0])] = String(parts[1]) }
    }
    // Those whose names as an option are the line's; the others are as the preset has them.
    let names = [
      "cabac", "ref", "me", "subme", "trellis", "8x8dct", "threads", "lookahead_threads", "sliced_threads", "bframes",
      "b_pyramid", "b_adapt", "weightb", "weightp", "keyint", "scenecut", "rc_lookahead", "mbtree", "crf",
      "vbv_maxrate",
      "vbv_bufsize",
    ]
    var parameters = names.compactMap { name in values[name].map { "\(name)=\($0)" } }
    if values["rc_lookahead"] == "0" { parameters.append("sync-lookahead=0") }
    if let aq = values["aq"]?.split(separator: ":"), aq.count == 2 {
      parameters += ["aq-mode=\(aq[0])", "aq-strength=\(aq[1])"]
    }
    return ["-c:v", "libx264", "-preset", "veryfast", "-x264-params", parameters.joined(separator: ":")]
  }
}
