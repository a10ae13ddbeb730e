// Public because the conformances of public types are.
public import CommandLineTools
internal import Export
public import Settings

/// The command line, typed.
struct CompressArguments: Sendable {
  /// What the program is asked to do.
  enum Task: Sendable {
    case export
    /// Tell what an export would do.
    case explain
    /// Print the presets.
    case listPresets
    /// Tell which presets fit a file.
    case compatible(FileName)
  }

  let task: Task
  /// As given; `nil` only where `task` needs none.
  let preset: String?
  let inputs: [FileName]
  let output: FileName?
  let isOverwriting: Bool
  let options: ExportOptions
  let isJSON: Bool
  let isQuiet: Bool
  let progress: ProgressMode

  /// - Throws: `CommandLineToolsError` where options do not go together.
  init(_ arguments: ParsedArguments) throws(CommandLineToolsError) {
    preset = arguments.text("preset")
    output = arguments.fileName("output")
    isOverwriting = arguments.isGiven("overwrite")
    isJSON = arguments.isGiven("json")
    isQuiet = arguments.isGiven("quiet")
    // '--quiet' silences what nobody asked for by name.
    progress = try arguments.value("progress", as: ProgressMode.self) ?? (arguments.isGiven("quiet") ? .none : .auto)
    options = ExportOptions(
      rateRule: try arguments.value("rate-rule", as: RateRule.self),
      orientation: try arguments.value("orientation", as: OrientationPolicy.self),
      forcesEncoding: arguments.isGiven("force-encode"), isStrict: arguments.isGiven("strict"),
      maximumInputSize: try arguments.value("max-input", as: ByteCount.self)?.bytes,
      encodingThreads: try arguments.value("threads", as: ThreadCount.self)?.count)

    if arguments.isGiven("list-presets") {
      task = .listPresets
    } else if let file = arguments.fileName("compatible") {
      task = .compatible(file)
    } else {
      task = arguments.isGiven("explain") ? .explain : .export
    }
    switch task {
    case .export, .explain: inputs = arguments.operands.isEmpty ? [.standardInput] : arguments.operands
    case .listPresets, .compatible:
      inputs = []
      if let operand = arguments.operands.first {
        throw CommandLineToolsError(.unexpectedOperand, "cannot use '\(operand.escaped)': no operand is taken here")
      }
    }
    if let second = inputs.filter({ $0.isStandardStream }).dropFirst().first {
      throw CommandLineToolsError(
        .unexpectedOperand, "cannot use '\(second.escaped)' twice: standard input can be read once")
    }
  }
}

extension FileName {
  /// `-`: standard input among inputs, standard output as output.
  static let standardInput: FileName = "-"

  var isStandardStream: Bool { self == .standardInput }
}

extension RateRule: ArgumentValue {}
extension OrientationPolicy: ArgumentValue {}
