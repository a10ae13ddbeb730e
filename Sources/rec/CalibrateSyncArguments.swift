internal import CommandLineTools
internal import Media

/// The command line of `rec calibrate-sync`, typed.
struct CalibrateSyncArguments: Sendable {
  let clip: FileName
  /// The delay that the clip was recorded with.
  let formerDelay: MediaTime
  let isJSON: Bool

  init(_ arguments: ParsedArguments) throws(CommandLineToolsError) {
    guard let clip = arguments.operands.first else {
      throw CommandLineToolsError(.missingOperand, "cannot start: CLIP is missing")
    }
    self.clip = clip
    formerDelay = try arguments.value("recorded-with", as: Delay.self)?.time ?? .zero
    isJSON = arguments.isGiven("json")
  }
}
