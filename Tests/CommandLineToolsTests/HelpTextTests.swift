import CommandLineTools
import Testing

struct HelpTextTests {
  @Test("help for 80 columns is exactly this")
  func golden() {
    #expect(
      sample.helpText(columns: 80) == #"""
        shrink: makes clips smaller

        Usage:
          shrink --preset NAME [options] INPUT... [-o OUTPUT]
          shrink --preset NAME < in > out

        Reads clips and writes smaller ones; what is small enough already is copied
        rather than encoded again.

        Operands:
          INPUT                     A clip, or '-' for standard input.

        Main options:
          -p, --preset NAME         What the output shall be, by name or by the path of
                                    a file.
              --list-presets        Print the presets' names.
          -o, --output FILE         Where the output goes.
              --overwrite           Replace a file that is there already.

        Fine options:
              --rate-rule RULE      The bit rate. One of camera, web. (default: web)
              --progress MODE       How progress is shown. One of auto, bar, json, none.
                                    (default: auto)
              --max-input-size-of-a-pipe SIZE
                                    A limit.
              --max TIME            The longest time.
              --drop TRACK          Leave a track out. May be repeated.
              --scratch DIR         Where 'it' [all] works: here.
          -q, --quiet               Say nothing.

        Other options:
          -h, --help                Show this help.
              --version             Show the version.
              --completion SHELL    Print a completion script for a shell. One of bash,
                                    zsh, fish.

        Examples:
          shrink -p 640x480 clip.mov
              Writes clip-640x480.mp4 beside the clip.

        Exit codes:
          0     Done.
          64    The command line was wrong.

        Environment:
          TMPDIR                    Where pipes are kept meanwhile.

        Sizes:
          .5 of a \ is no size - really.

        """#)
  }

  @Test(
    "help is never wider than the terminal, except for what must not be broken", arguments: [40, 50, 60, 72, 80, 100])
  func width(columns: Int) {
    let unbreakable = sample.usage + ["--max-input-size-of-a-pipe SIZE"]
    for line in sample.helpText(columns: columns).split(separator: "\n") {
      #expect(line.count <= columns || unbreakable.contains { line.hasSuffix($0) }, "\(line)")
    }
  }

  @Test("a narrow terminal has each help below its option")
  func narrow() {
    let text = sample.helpText(columns: 40)
    #expect(
      text.contains(
        "  -p, --preset NAME\n        What the output shall be, by\n        name or by the path of a file.\n"))
    #expect(sample.helpText(columns: 0) == text)
  }

  @Test("hidden options are shown nowhere")
  func hidden() {
    let texts = [sample.helpText(), sample.manualPage] + Shell.allCases.map { sample.completionScript(for: $0) }
    for text in texts {
      #expect(!text.contains("secret") && !text.contains("--man"))
    }
  }
}
