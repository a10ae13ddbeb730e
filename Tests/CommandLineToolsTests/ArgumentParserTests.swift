import CommandLineTools
import Testing

struct ArgumentParserTests {
  private func parse(_ arguments: [FileName]) throws -> ParsedArguments {
    guard case .run(let parsed) = try sample.request(for: arguments) else {
      throw Unexpected(message: "the command line was answered, not parsed")
    }
    return parsed
  }

  private func failure(_ arguments: [FileName]) -> CommandLineToolsError? {
    do throws(CommandLineToolsError) {
      _ = try sample.request(for: arguments)
      return nil
    } catch { return error }
  }

  @Test("a value stands behind an equals sign, in the next argument, or right behind a short name")
  func valueForms() throws {
    for arguments: [FileName] in [["--preset=a"], ["--preset", "a"], ["-p", "a"], ["-pa"], ["-qp", "a"], ["-qpa"]] {
      #expect(try parse(arguments).text("preset") == "a", "\(arguments)")
    }
    #expect(try parse(["-p", "a=b", "--output=c=d"]).text("output") == "c=d")
    #expect(try parse(["--preset="]).text("preset") == "")
  }

  @Test("a value may look like an option")
  func valueWithDash() throws {
    #expect(try parse(["--preset", "--quiet"]).text("preset") == "--quiet")
    #expect(try !parse(["--preset", "--quiet"]).isGiven("quiet"))
  }

  @Test("options are found behind operands, until two dashes; one dash is an operand")
  func operands() throws {
    let parsed = try parse(["one", "-p", "a", "-", "--", "--quiet", "-x", "--"])
    #expect(parsed.operands == ["one", "-", "--quiet", "-x", "--"])
    #expect(!parsed.isGiven("quiet"))
  }

  @Test("flags in one cluster are all seen, and seeing one twice does no harm")
  func flags() throws {
    let parsed = try parse(["-qq", "--quiet", "--overwrite", "-pa"])
    #expect(parsed.isGiven("quiet") && parsed.isGiven("overwrite"))
    #expect(!parsed.isGiven("secret"))
  }

  @Test("an option that may be repeated keeps every value in order")
  func repeated() throws {
    #expect(try parse(["-pa", "--drop", "2", "x", "--drop=1"]).texts("drop") == ["2", "1"])
    #expect(try parse(["-pa"]).texts("drop") == [])
  }

  @Test("values come out in their own types")
  func types() throws {
    let parsed = try parse(["-pa", "--progress", "json", "--max", "1m30s", "--max-input-size-of-a-pipe=2k"])
    #expect(try parsed.value("progress", as: ProgressMode.self) == .json)
    #expect(try parsed.value("max", as: Duration.self) == .seconds(90))
    #expect(try parsed.value("max-input-size-of-a-pipe", as: ByteCount.self) == ByteCount(2000))
    #expect(try parsed.value("rate-rule", as: Rule.self) == nil)
  }

  @Test("each mistake has its code and one line that names it")
  func mistakes() {
    let cases: [([FileName], CommandLineToolsError.Code, String)] = [
      (["--presett=a"], .unknownOption, "cannot use '--presett': there is no such option; did you mean '--preset'?"),
      (["--pre", "a"], .unknownOption, "cannot use '--pre': there is no such option; did you mean '--preset'?"),
      (["-quiet"], .unknownOption, "cannot use '-u' in '-quiet': there is no such option"),
      (["-xyz"], .unknownOption, "cannot use '-xyz': there is no such option"),
      (["--secre"], .unknownOption, "cannot use '--secre': there is no such option"),
      (
        ["--preset"], .missingValue,
        "cannot use '--preset': its value NAME is missing; --list-presets prints what there is"
      ),
      (["-qp"], .missingValue, "cannot use '-p': its value NAME is missing; --list-presets prints what there is"),
      (["--quiet=yes"], .unexpectedValue, "cannot use '--quiet=yes': '--quiet' takes no value"),
      (["-pa", "--preset=b"], .repeatedOption, "cannot use '--preset' twice: it takes one value"),
      (["clip.mov"], .missingOption, "cannot start: '--preset NAME' is missing; --list-presets prints what there is"),
      (["--progress=fast"], .invalidValue, "cannot use '--progress fast': expected auto, bar, json or none"),
      (["--rate-rule", ""], .invalidValue, "cannot use '--rate-rule ': expected camera or web"),
      (
        ["--max=9\nx"], .invalidValue,
        #"cannot use '--max 9\nx': expected a duration such as 10s, 1m30s, 500ms or 00:10"#
      ),
      (["--x\u{1B}[31m"], .unknownOption, #"cannot use '--x\x1B[31m': there is no such option"#),
    ]
    for (arguments, code, message) in cases {
      let error = failure(arguments)
      #expect(error?.code == code, "\(arguments)")
      #expect(error?.message == message)
      #expect(error?.exitCode == .usage)
    }
  }

  @Test("too few and too many operands are refused")
  func operandCount() {
    let one = CommandSpecification(
      name: "one", version: "1", summary: "", usage: [],
      operands: OperandSpecification("FILE", minimum: 1, maximum: 1, help: ""), groups: [])
    let none = CommandSpecification(name: "none", version: "1", summary: "", usage: [], groups: [])
    #expect(throws: CommandLineToolsError(.missingOperand, "cannot start: FILE is missing")) {
      try one.request(for: [])
    }
    #expect(throws: CommandLineToolsError(.unexpectedOperand, "cannot use 'b': only one operand is taken")) {
      try one.request(for: ["a", "b"])
    }
    #expect(throws: CommandLineToolsError(.unexpectedOperand, "cannot use 'a': no operand is taken")) {
      try none.request(for: ["a"])
    }
  }

  @Test("an option that stands alone needs neither operands nor required options")
  func standsAlone() throws {
    #expect(try parse(["--list-presets"]).isGiven("list-presets"))
  }

  @Test("help, version and completion are answered whatever follows, but not after a mistake")
  func answers() throws {
    guard case .answer(let version) = try sample.request(for: ["--version", "--nonsense"]) else {
      throw Unexpected(message: "no answer")
    }
    #expect(version == "shrink 1.2\n")
    guard case .answer(let help) = try sample.request(for: ["-qh"]) else { throw Unexpected(message: "no answer") }
    #expect(help == sample.helpText())
    #expect(failure(["--nonsense", "--help"])?.code == .unknownOption)
    #expect(failure(["--completion", "csh"])?.message == "cannot use '--completion csh': expected bash, zsh or fish")
  }

  @Test("a file's name keeps its bytes; text that is not UTF-8 is refused elsewhere")
  func bytes() throws {
    let odd = try #require(FileName(bytes: [0x61, 0xFF, 0x62]))
    let attached = try #require(FileName(bytes: Array("--output=".utf8) + odd.bytes))
    let other = try #require(FileName(bytes: Array("--drop=".utf8) + odd.bytes))
    let parsed = try parse(["-pa", attached, odd])
    #expect(parsed.fileName("output") == odd)
    #expect(parsed.operands == [odd])
    #expect(failure(["-pa", other])?.message == #"cannot use '--drop a\xFFb': expected UTF-8"#)
  }

  @Test("the lines for a wrong command line name the program and the way to its help")
  func usageText() throws {
    let error = try #require(failure(["--nonsense"]))
    #expect(
      sample.usageText(for: error)
        == "shrink: cannot use '--nonsense': there is no such option\nTry 'shrink --help'.\n")
  }
}

struct Unexpected: Error {
  let message: String
}
