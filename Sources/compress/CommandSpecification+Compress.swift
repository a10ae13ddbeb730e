internal import CommandLineTools
internal import Settings

extension CommandSpecification {
  /// The table that parser, help, manual page and completions are made of.
  static let compress = CommandSpecification(
    name: "compress", version: "0.1.0", summary: "exports recorded clips to a preset",
    usage: [
      "compress --preset NAME [options] INPUT... [-o OUTPUT|DIR]",
      "compress --preset NAME [options] < in > out",
      "compress --list-presets | --compatible INPUT",
    ],
    description: [
      "Turns any recorded clip into an upright, small H.264/AAC file that plays everywhere. A preset's size is a box: it is "
        + "turned to the way the picture is shown, and nothing is ever scaled up beyond rounding to even sizes. "
        + "What satisfies the preset already is copied rather than encoded again, track by track. Only "
        + "creation date and language are carried over: no location, no serial numbers.",
      "The output appears under its name once it is complete, checked and on disk; else nothing is left behind.",
    ],
    operands: OperandSpecification(
      "INPUT",
      help: "A clip, or '-' for standard input, which is also what is read where there is none. Each comes out beside "
        + "itself as <name>-<preset>.mp4 (.mov, .m4a), standard input on standard output."),
    groups: [
      OptionGroup(
        "Main",
        [
          OptionSpecification(
            "preset", value: .listed("NAME", by: "list-presets", example: "640x480"), isRequired: true,
            help: "What the output shall be: a preset's name, or the path of a preset's JSON file."),
          OptionSpecification(
            "output", short: "o", value: .file("OUTPUT"),
            help: "Where the output goes: a file, a directory (one that exists, or a name with a slash at its end), or "
              + "'-' for standard output. The ending chooses the kind of file: .mp4, .m4v, .mov, .qt, or .m4a where the "
              + "preset keeps sound alone; others are refused. A name without one leaves the kind to the preset."),
          OptionSpecification("overwrite", help: "Replace a file that is there already."),
          OptionSpecification(
            "list-presets", role: .standsAlone, help: "Print the presets' names, each with a line about it."),
          OptionSpecification(
            "compatible", value: .file("INPUT"), role: .standsAlone,
            help: "Print which presets fit a file (with --preset: whether that one does), and why the others do not."),
          OptionSpecification(
            "explain", help: "Print what would be done with each track, and why; write nothing."),
        ]),
      OptionGroup(
        "Export",
        [
          OptionSpecification(
            "rate-rule", value: .choices("RULE", of: RateRule.self), default: "the preset's",
            help: "How the bit rate follows from size and frame rate; see 'Rate rules'."),
          OptionSpecification(
            "orientation", value: .choices("WAY", of: OrientationPolicy.self), default: "bake; Passthrough keeps",
            help:
              "Turn the pixels upright, or keep them as they lie and let the player turn them. Mirrored pictures are "
              + "baked even then."),
          OptionSpecification("force-encode", help: "Encode even what could be copied."),
          OptionSpecification(
            "strict", help: "Take damage in the input as an error rather than leave out what is damaged."),
          OptionSpecification(
            "max-input", value: .parsed("SIZE", as: ByteCount.self),
            help: "Refuse an input of more bytes, such as 500M or 2GiB."),
          OptionSpecification(
            "threads", value: .parsed("N", as: ThreadCount.self), default: "1 with one or two processors, else 0",
            help:
              "Threads that encode pictures; 0 leaves it to the encoder, 1 also decodes on that thread. The same number "
              + "gives the same bits."),
        ]),
      OptionGroup(
        "Report",
        [
          OptionSpecification(
            "json",
            help:
              "Print a receipt as one line of JSON for each input (with --explain the plan, with --list-presets and "
              + "--compatible their answer). It goes to standard output, or to standard error where that has the clip."),
          OptionSpecification(
            "progress", value: .choices("MODE", of: ProgressMode.self), default: "auto",
            help:
              "How progress is shown on standard error; auto is a live line on a terminal and nothing elsewhere, json "
              + "is one object a line."),
          OptionSpecification(
            "quiet", short: "q",
            help: "Say nothing but errors, and warnings of something that is damaged or missing: no other warnings, no "
              + "closing line, no progress unless --progress asks for it."),
        ]),
    ],
    examples: [
      NamedText("compress --preset 640x480 clip.mov", "Writes clip-640x480.mp4 beside the clip."),
      NamedText(
        "compress --preset 1280x720 -o small/ *.mov", "Writes one file for each clip into the directory small."),
      NamedText("curl -s $URL | compress --preset MediumQuality > small.mp4", "Works in a pipe."),
      NamedText("compress --preset 960x540 --explain clip.mov", "Tells what would be done, and why."),
      NamedText("compress --preset AppleM4A --json talk.mp4 | jq .output", "Keeps the sound alone, with a receipt."),
    ],
    exitCodes: [
      (.ok, "Done."),
      (.usage, "The command line was wrong, or there is no such preset."),
      (
        .data,
        "The input is damaged, encrypted, too large, of no kind that is known, or holds nothing the preset can use."
      ),
      (.noInput, "The input does not exist, or is a directory."),
      (.unavailable, "This machine lacks a codec or a resource."),
      (.software, "The output was not what it should be, or the program is at fault."),
      (
        .cannotCreate,
        "The output cannot be created: it is there already, it is the input, or its directory is missing."
      ),
      (.inputOutput, "Reading or writing failed, a full disk included."),
      (.noPermission, "The input may not be read."),
      (.configuration, "There is a mistake in a preset's file."),
      (.hungUp, "Stopped by SIGHUP."),
      (.interrupted, "Stopped by SIGINT (Ctrl-C)."),
      (.quit, "Stopped by SIGQUIT."),
      (.userSignal1, "Stopped by SIGUSR1."),
      (.userSignal2, "Stopped by SIGUSR2."),
      (.alarm, "Stopped by SIGALRM."),
      (.terminated, "Stopped by SIGTERM."),
      (.processorTime, "Stopped by SIGXCPU, the limit of processor time."),
    ],
    environment: [
      NamedText(
        "TMPDIR", "Where pipes are kept meanwhile, in files without a name; /tmp where it is not set."),
      NamedText(
        "XDG_CONFIG_HOME", "Your own presets are rushes/presets/*.json in it; ~/.config where it is not set."),
    ],
    notes: [
      NamedText(
        "Several inputs",
        "Each is exported by itself; after one that fails the others follow, and the exit code is the first failure's. "
          + "With --json each input has its line; that of a failed one has 'error' with code, exitCode and message."),
      NamedText(
        "Receipts",
        "One JSON object with schema (1; within it keys are only added), preset, source (name, container, byteCount, "
          + "duration, creationTime, tracks), output (name, container, byteCount, duration, saving), tracks (for each of "
          + "the source's its number as source, type, codec, action copy, transcode or drop, reasons with code and "
          + "message, and output: what was written, with its size, rate, packets, duration and turns), warnings (code, "
          + "message) and timings (total, planning, encoding, publishing). Durations are in seconds, sizes in bytes, bit "
          + "rates in bits a second; what is unknown is left out."),
      NamedText(
        "Rate rules",
        "web: constant quality (CRF 23), at most 0.12 bits for each pixel and frame, and at most what the source needed. "
          + "avfoundation: on average 4.05 bits a second for each encoded pixel where they are fewer than 640x480, else "
          + "11.4, as AVFoundation's camera samples have it. It jumps 2.8 times at 640x480, ignores the frame rate, and is "
          + "not capped by the source."),
    ])
}
