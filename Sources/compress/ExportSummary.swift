internal import CommandLineTools
internal import Export

/// What is said after an export that was made: receipt, warnings, closing line.
struct ExportSummary {
  private let receipt: ExportReceipt
  private let input: FileName
  private let place: OutputPlace

  init(_ receipt: ExportReceipt, input: FileName, place: OutputPlace) {
    self.receipt = receipt
    self.input = input
    self.place = place
  }

  /// The receipt goes to stdout unless the clip went there; warnings and the closing line to stderr.
  /// - Throws: `Failure` where the receipt cannot be written.
  @MainActor
  func show(_ arguments: CompressArguments) throws(Failure) {
    let isQuiet = arguments.isQuiet
    let warnings = receipt.warnings.filter { !isQuiet || $0.code.isAboutLoss }
    let lines = warnings.map(warning) + (isQuiet ? [] : [closingLine])
    if !lines.isEmpty {
      // A closed stderr is no reason to fail: the output is there.
      try? StandardStream.error.write(lines.map { $0.singleLine + "\n" }.joined())
    }
    if arguments.isJSON { try Self.receiptStream(arguments, place).show(json: receipt) }
  }

  /// Where receipts go.
  static func receiptStream(_ arguments: CompressArguments, _ place: OutputPlace) -> StandardStream {
    if case .export = arguments.task, place == .standardOutput { .error } else { .output }
  }

  private func warning(_ warning: ExportWarning) -> String {
    "\(CommandSpecification.compress.name): warning \(warning.code.rawValue) for '\(input.shown)': \(warning.message)"
  }

  /// `clip-640x480.mp4: 16.2 MB -> 1.9 MB, 88 % smaller, 4.2 s`.
  private var closingLine: String {
    let before = ByteCount(receipt.source.byteCount)
    let after = ByteCount(receipt.output.byteCount)
    let elapsed = Duration.seconds(receipt.timings.total).elapsedText
    return "\(place.shown): \(before) -> \(after), \(Self.text(saving: receipt.output.saving)), \(elapsed)"
  }

  /// - Parameter saving: 1 minus output by source size.
  private static func text(saving: Double) -> String {
    let percent = Int((saving.magnitude * 100).rounded())
    if percent == 0 { return "the same size" }
    return "\(percent) % \(saving > 0 ? "smaller" : "larger")"
  }
}
