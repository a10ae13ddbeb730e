internal import CommandLineTools
internal import Recording

/// What is said after a recording: receipt, warnings, closing line.
struct RecordingSummary {
  private let receipt: RecordingReceipt
  private let output: FileName

  init(_ receipt: RecordingReceipt, output: FileName) {
    self.receipt = receipt
    self.output = output
  }

  /// The receipt goes to stdout, warnings and the closing line to stderr.
  /// - Returns: What the program ends with: not `.ok` where the recording ended before it was meant to.
  /// - Throws: `Failure` where the receipt cannot be written.
  func show(_ arguments: RecArguments) throws(Failure) -> ExitCode {
    let exitCode = StopReason(rawValue: receipt.stopReason)?.exitCode ?? .ok
    var lines: [String] = []
    if !arguments.isQuiet {
      lines = receipt.warnings.map {
        "\(CommandSpecification.rec.name): warning \($0.code) for '\(output.escaped)': \($0.message)"
      }
      lines.append(closingLine)
    }
    if exitCode != .ok {
      lines.append(
        "\(CommandSpecification.rec.name): cannot go on with '\(output.escaped)': \(endText); it is complete until then"
      )
    }
    if !lines.isEmpty {
      // A closed stderr is no reason to fail: the recording is there.
      try? StandardStream.error.write(lines.map { $0.singleLine + "\n" }.joined())
    }
    if arguments.isJSON { try StandardStream.output.show(json: receipt) }
    return exitCode
  }

  /// `clip.mp4: 10.0 s, 1280x720 at 30 fps, 12.3 MB, 2 of 302 frames dropped, at its longest`.
  private var closingLine: String {
    var facts = [Duration.seconds(receipt.duration).elapsedText]
    if let video = receipt.video {
      facts.append("\(video.displaySize) at \(decimalText(video.frameRate, places: 1)) fps")
    }
    facts.append("\(ByteCount(receipt.byteCount))")
    if let video = receipt.video {
      let dropped = video.framesDropped.values.reduce(0, +)
      if dropped > 0 { facts.append("\(dropped) of \(video.framesWritten + dropped) frames dropped") }
    }
    facts.append(endText)
    return "\(output.escaped): \(facts.joined(separator: ", "))"
  }

  private var endText: String {
    switch StopReason(rawValue: receipt.stopReason) {
    case .requested: "stopped"
    case .maximumDuration: "as long as --max"
    case .maximumSize: "as large as --max-size"
    case .diskAlmostFull: "stopped before the disk was full"
    case .endOfInput: "to the end of what was played"
    case .deviceDisconnected: "the device went away"
    case .deviceFailed: "the device failed"
    case .outputError: "writing failed"
    case nil: receipt.stopReason
    }
  }
}
