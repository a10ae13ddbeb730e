internal import CommandLineTools
internal import Media
internal import Recording

/// The recording as a person sees it at a terminal: two lines of text, each narrower than the terminal.
struct LiveLines {
  /// What Esc asks.
  static let question = "Throw this recording away? (y/n)"

  private var meters: [LevelMeter] = []
  private let style: TextStyle
  /// Keys are read: what they do is shown.
  private let hasKeys: Bool

  init(style: TextStyle, hasKeys: Bool) {
    self.style = style
    self.hasKeys = hasKeys
  }

  /// - Parameters:
  ///   - time: By a clock that only goes forward.
  ///   - columns: The terminal's.
  mutating func lines(
    for status: RecordingStatus, _ controls: RecorderControls, at time: Duration, columns: Int
  ) -> [String] {
    measure(status.levels, at: time)
    let room = max(0, columns - 1)
    var lines = [top(status, room)]
    if controls.isAsking {
      lines.append(cut("  " + Self.question, columns: room))
    } else if status.phase != .finishing {
      lines.append(bottom(controls, room))
    }
    return lines.filter { !$0.isEmpty }
  }

  private mutating func measure(_ levels: [RecordingStatus.Level], at time: Duration) {
    if meters.count != levels.count { meters = levels.map { _ in LevelMeter() } }
    for index in levels.indices { meters[index].update(levels[index], at: time) }
  }

  /// `● 0:03 of 0:10 [====>    ]  30.0 fps  0 dropped  4.2 MB  120 GB left  load 34%`
  private func top(_ status: RecordingStatus, _ room: Int) -> String {
    let (mark, color, word) = sign(status.phase)
    var beginning = "\(mark) \(time(status))"
    if let word { beginning += " \(word)" }
    var facts: [String] = []
    if status.framesWritten > 0 || status.frameRate > 0 {
      facts.append("\(decimalText(status.frameRate, places: 1)) fps")
      facts.append("\(status.framesDropped) dropped")
    }
    facts.append("\(ByteCount(status.byteCount))")
    if let free = status.freeSpace { facts.append("\(ByteCount(free)) left") }
    if status.encoderLoad > 0 { facts.append("load \(decimalText(status.encoderLoad * 100, places: 0))%") }
    // What matters least goes first where there is no room.
    while facts.count > 1, displayWidth(of: beginning) + Self.width(facts) > room { facts.removeLast() }
    let barWidth = min(30, room - displayWidth(of: beginning) - Self.width(facts) - 1)
    if let fraction = Self.fraction(status), barWidth >= 8 { beginning += " " + Self.bar(fraction, width: barWidth) }
    let line = cut(([beginning] + facts).joined(separator: "  "), columns: room)
    guard line.hasPrefix(mark) else { return line }
    return style.colored(mark, color) + line.dropFirst(mark.count)
  }

  private func sign(_ phase: RecordingStatus.Phase) -> (mark: String, color: TextStyle.Color, word: String?) {
    let dot = style.allowsUnicode ? "●" : "*"
    return switch phase {
    case .starting: (dot, .yellow, "starting")
    case .recording: (dot, .red, nil)
    case .paused: (style.allowsUnicode ? "‖" : "=", .yellow, "paused")
    case .switchingCamera: (dot, .yellow, "switching the camera")
    case .finishing: (dot, .green, "finishing the file")
    }
  }

  /// `0:03 of 0:10`.
  private func time(_ status: RecordingStatus) -> String {
    // A clock does not show a second before it is over.
    let elapsed = Duration.seconds(max(0, status.duration.seconds.rounded(.down))).clockText
    guard let maximum = status.maximumDuration else { return elapsed }
    return "\(elapsed) of \(Duration.seconds(maximum.seconds).clockText)"
  }

  private func bottom(_ controls: RecorderControls, _ room: Int) -> String {
    var parts: [String] = []
    let keys = hasKeys ? "space \(controls.isPaused ? "go on" : "pause")  c camera  q stop  esc cancel" : ""
    let keysWidth = keys.isEmpty ? 0 : displayWidth(of: keys) + 3
    if !meters.isEmpty {
      let loudest = meters.map(\.heldPeak).max() ?? LevelMeter.floor
      let text =
        meters.contains(where: \.isClipping)
        ? "CLIP" : loudest <= -99.5 ? "silent" : "\(decimalText(loudest, places: 0)) dB"
      let padded = String(repeating: " ", count: max(0, 6 - text.count)) + text
      let shown = meters.prefix(2)
      let width = min(24, (room - keysWidth - 10) / shown.count - 1)
      parts.append(
        "  " + (width >= 8 ? shown.map { $0.bar(width: width) } + [padded] : [padded]).joined(separator: " "))
    }
    if !keys.isEmpty { parts.append((parts.isEmpty ? "  " : "   ") + keys) }
    return cut(parts.joined(), columns: room)
  }

  private static func width(_ facts: [String]) -> Int { facts.reduce(0) { $0 + displayWidth(of: $1) + 2 } }

  private static func fraction(_ status: RecordingStatus) -> Double? {
    guard let maximum = status.maximumDuration?.seconds, maximum > 0 else { return nil }
    return min(max(status.duration.seconds / maximum, 0), 1)
  }

  private static func bar(_ fraction: Double, width: Int) -> String {
    let inside = width - 2
    let done = Int((Double(inside) * fraction).rounded(.down))
    let filled = String(repeating: "=", count: done) + (done < inside ? ">" : "")
    return "[" + filled + String(repeating: " ", count: inside - filled.count) + "]"
  }
}
