import CommandLineTools

enum Rule: String, CaseIterable, ArgumentValue {
  case camera, web
}

/// A command with one option of each kind.
let sample = CommandSpecification(
  name: "shrink", version: "1.2", summary: "makes clips smaller",
  usage: ["shrink --preset NAME [options] INPUT... [-o OUTPUT]", "shrink --preset NAME < in > out"],
  description: [
    "Reads clips and writes smaller ones; what is small enough already is copied rather than encoded again."
  ],
  operands: OperandSpecification("INPUT", help: "A clip, or '-' for standard input."),
  groups: [
    OptionGroup(
      "Main",
      [
        OptionSpecification(
          "preset", short: "p", value: .listed("NAME", by: "list-presets"), isRequired: true,
          help: "What the output shall be, by name or by the path of a file."),
        OptionSpecification("list-presets", role: .standsAlone, help: "Print the presets' names."),
        OptionSpecification("output", short: "o", value: .file("FILE"), help: "Where the output goes."),
        OptionSpecification("overwrite", help: "Replace a file that is there already."),
      ]),
    OptionGroup(
      "Fine",
      [
        OptionSpecification("rate-rule", value: .choices("RULE", of: Rule.self), default: "web", help: "The bit rate."),
        OptionSpecification(
          "progress", value: .choices("MODE", of: ProgressMode.self), default: "auto", help: "How progress is shown."),
        OptionSpecification("max-input-size-of-a-pipe", value: .parsed("SIZE", as: ByteCount.self), help: "A limit."),
        OptionSpecification("max", value: .parsed("TIME", as: Duration.self), help: "The longest time."),
        OptionSpecification("drop", value: .text("TRACK"), isRepeatable: true, help: "Leave a track out."),
        OptionSpecification("scratch", value: .directory("DIR"), help: "Where 'it' [all] works: here."),
        OptionSpecification("quiet", short: "q", help: "Say nothing."),
        OptionSpecification("secret", isHidden: true, help: "Not shown."),
      ]),
  ],
  examples: [NamedText("shrink -p 640x480 clip.mov", "Writes clip-640x480.mp4 beside the clip.")],
  exitCodes: [(.ok, "Done."), (.usage, "The command line was wrong.")],
  environment: [NamedText("TMPDIR", "Where pipes are kept meanwhile.")],
  notes: [NamedText("Sizes", ".5 of a \\ is no size - really.")])
