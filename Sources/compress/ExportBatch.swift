internal import CommandLineTools
internal import Export
internal import Settings

/// Exports, or explains, one input after the other; one that fails does not stop the others.
@MainActor
struct ExportBatch {
  let arguments: CompressArguments
  let preset: ExportPreset
  let interruption: Interruption
  private let naming: OutputNaming
  private var outputs: OutputGuard

  init(_ arguments: CompressArguments, preset: ExportPreset, interruption: Interruption) {
    self.arguments = arguments
    self.preset = preset
    self.interruption = interruption
    naming = OutputNaming(output: arguments.output, inputCount: arguments.inputs.count, preset: preset)
    outputs = OutputGuard(inputs: arguments.inputs)
  }

  /// - Returns: `.ok`, the first failure's code, or what a signal asks for.
  /// - Throws: `Failure` (`.usage`) where the command line is wrong; nothing was begun then.
  mutating func run() async throws(Failure) -> ExitCode {
    let places = try checkedPlaces()
    var exitCode = ExitCode.ok
    for (input, place) in zip(arguments.inputs, places) {
      // A signal that came too late for the input before this one.
      if let stopped = stopped() { return stopped }
      do throws(Failure) {
        if case .explain = arguments.task {
          try await explain(input, place)
        } else {
          try await export(input, to: place)
        }
      } catch {
        if let stopped = stopped() { return stopped }
        if exitCode == .ok { exitCode = error.exitCode }
        _ = error.reported()
        tellFailure(error, of: input, place)
      }
    }
    return exitCode
  }

  /// Where each input goes, once that and the terminals at hand make sense.
  private func checkedPlaces() throws(Failure) -> [OutputPlace] {
    if arguments.inputs.contains(.standardInput), StandardStream.input.isTerminal {
      throw Failure(.usage, "cannot start: INPUT is missing, and standard input is a terminal")
    }
    var places: [OutputPlace] = []
    for input in arguments.inputs { places.append(try naming.place(for: input)) }
    if case .export = arguments.task, places.contains(.standardOutput), StandardStream.output.isTerminal {
      throw Failure(.usage, "cannot write to a terminal: redirect standard output, or name a file with -o")
    }
    return places
  }

  private mutating func export(_ input: FileName, to place: OutputPlace) async throws(Failure) {
    try outputs.take(place, for: input)
    let target = try place.target(overwriting: arguments.isOverwriting)
    let session = try makeSession(input)
    let receipt: ExportReceipt
    do {
      receipt = try await interruption.stopping(session) {
        await ExportProgressLine(mode: arguments.progress, label: input.shown).follow(session, to: target)
      }.get()
    } catch {
      throw Failure(error, names: names(input, place))
    }
    outputs.note(place, madeOf: input)
    try ExportSummary(receipt, input: input, place: place).show(arguments)
  }

  private func explain(_ input: FileName, _ place: OutputPlace) async throws(Failure) {
    let session = try makeSession(input)
    let plan: ExportPlan
    do {
      plan = try await interruption.stopping(session) { await session.plannedResult(place.container) }.get()
    } catch {
      throw Failure(error, names: names(input, place))
    }
    if arguments.isJSON { return try StandardStream.output.show(json: plan) }
    let heading = "'\(input.shown)' -> '\(place.shown)', preset \(preset.name)"
    let lines = [heading] + plan.explanation().map { "  " + $0 }
    try StandardStream.output.show(lines.map { $0.singleLine + "\n" }.joined())
  }

  private func makeSession(_ input: FileName) throws(Failure) -> AssetExportSession {
    let source = try ExportSource(input)
    do {
      return try AssetExportSession(source: source, preset: preset, options: arguments.options)
    } catch {
      throw Failure(error, names: [input])
    }
  }

  /// What a message of the export may name.
  private func names(_ input: FileName, _ place: OutputPlace) -> [FileName] {
    if case .file(let output) = place { [input, output] } else { [input] }
  }

  /// What to end with where a signal came, which is told.
  private func stopped() -> ExitCode? {
    guard let exitCode = interruption.exitCode else { return nil }
    if !arguments.isQuiet, let name = interruption.signalName {
      // Where stderr is closed there is nobody to tell.
      try? StandardStream.error.write("\(CommandSpecification.compress.name): stopped by \(name)\n")
    }
    return exitCode
  }

  /// A failed input's line of JSON.
  private func tellFailure(_ failure: Failure, of input: FileName, _ place: OutputPlace) {
    guard arguments.isJSON else { return }
    let stream = ExportSummary.receiptStream(arguments, place)
    // A stream that fails has been told of by then, or is told of by the next input.
    try? stream.show(json: FailureReceipt(failure, input: input))
  }
}
