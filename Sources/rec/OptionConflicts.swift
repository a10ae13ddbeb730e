internal import CommandLineTools

/// Options that contradict each other.
enum OptionConflicts {
  private static let pairs: [(first: String, second: String, reason: String)] = [
    ("bitrate", "crf", "each says how bits are spent"),
    ("bitrate", "rate-rule", "each says how bits are spent"),
    ("crf", "rate-rule", "each says how bits are spent"),
    ("preset", "size", "each says how large the picture is"),
    ("list", "info", "each asks for something else"),
    ("list", "max", "nothing is recorded"),
    ("list", "overwrite", "nothing is recorded"),
    ("list", "countdown", "nothing is recorded"),
    ("info", "countdown", "nothing is recorded"),
  ]

  /// What says something about pictures.
  private static let aboutPictures = [
    "camera", "camera-format", "preset", "size", "fps", "orientation", "mirror", "bake-orientation", "rate-rule",
    "bitrate", "crf",
  ]

  /// - Throws: `CommandLineToolsError` that names both.
  static func check(_ arguments: ParsedArguments) throws(CommandLineToolsError) {
    for (first, second, reason) in pairs where arguments.isGiven(first) && arguments.isGiven(second) {
      throw conflict("'--\(first)'", "'--\(second)'", reason)
    }
    if arguments.isGiven("no-video") { try checkSoundAlone(arguments, because: "'--no-video'") }
    if arguments.isGiven("audio-delay"), arguments.text("microphone") == "none" {
      throw conflict("'--audio-delay'", "'--microphone none'", "there is no sound to move")
    }
  }

  /// - Parameter cause: What asks for sound alone, in quotes.
  /// - Throws: `CommandLineToolsError` where something is said about pictures.
  static func checkSoundAlone(
    _ arguments: ParsedArguments, because cause: String
  ) throws(CommandLineToolsError) {
    for option in aboutPictures where arguments.isGiven(option) {
      throw conflict("'--\(option)'", cause, "that records sound alone")
    }
  }

  private static func conflict(_ first: String, _ second: String, _ reason: String) -> CommandLineToolsError {
    CommandLineToolsError(.unexpectedValue, "cannot use \(first) with \(second): \(reason)")
  }
}
