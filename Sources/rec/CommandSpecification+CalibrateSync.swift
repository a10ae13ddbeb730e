internal import CommandLineTools

extension CommandSpecification {
  /// The first argument that asks for it. No recording is called so: it has no ending.
  static let calibrateSyncName: FileName = "calibrate-sync"

  /// The table of `rec calibrate-sync`.
  static let calibrateSync = CommandSpecification(
    name: "rec calibrate-sync", version: "0.1.0", summary: "measures lip-sync, and what --audio-delay corrects it",
    usage: ["rec calibrate-sync [--json] [--recorded-with MS] CLIP"],
    description: [
      "Record a few flashes that each come with a sound: a phone's strobe and a clap, a screen that flashes and beeps, or "
        + "the slate of an app that does both. Ten pairs, a second or more apart, in a calm and quiet room give a good "
        + "figure; three are the least.",
      "Prints how late each sound is, the median, and the --audio-delay to record with.",
    ],
    operands: OperandSpecification("CLIP", minimum: 1, maximum: 1, help: "The clip; any that can be read."),
    groups: [
      OptionGroup(
        "Main",
        [
          OptionSpecification(
            "recorded-with", value: .parsed("MS", as: Delay.self), default: "0",
            help: "The --audio-delay that the clip was recorded with: the new one is reckoned from it."),
          OptionSpecification(
            "json",
            help: "Print one JSON object: pairs (flash, sound, offset), median, spread (seconds), audioDelay "
              + "(milliseconds), flashes and sounds (how many were found)."),
        ])
    ],
    examples: [
      NamedText(
        "rec --max 15s sync.mp4 && rec calibrate-sync sync.mp4", "Measures this set-up while you flash and clap.")
    ],
    exitCodes: [
      (.ok, "It was measured."),
      (.usage, "The command line was wrong."),
      (.data, "The clip has too few flashes with a sound, or they disagree."),
      (.noInput, "The clip cannot be read."),
    ])
}
