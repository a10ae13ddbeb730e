/// Reads a command line by GNU's conventions: `--name=value`, `--name value`, `-n value`, `-nvalue`, clusters of short
/// flags, options after operands, `--` before operands that begin with a dash. Names cannot be abbreviated.
struct ArgumentParser {
  let specification: CommandSpecification

  /// - Throws: `CommandLineToolsError` for the first thing that is wrong.
  func parse(_ arguments: [FileName]) throws(CommandLineToolsError) -> ParsedArguments {
    var rest = arguments[...]
    var operands: [FileName] = []
    var given: [String: [FileName]] = [:]
    var isComplete = false

    while let argument = rest.popFirst() {
      if argument == "--" {
        operands += rest
        break
      }
      for (option, value) in try read(argument, &rest) {
        guard let option else {
          operands.append(argument)
          continue
        }
        try record(option, value, in: &given)
        if option.role == .endsParsing { return result([], given) }
        if option.role == .standsAlone { isComplete = true }
      }
    }
    if !isComplete { try checkPresence(operands, given) }
    if let maximum = specification.operands?.maximum ?? (specification.operands == nil ? 0 : nil),
      operands.count > maximum
    {
      throw CommandLineToolsError(
        .unexpectedOperand, "cannot use '\(operands[maximum].escaped)': \(Self.limit(maximum))")
    }
    return result(operands, given)
  }

  private static func limit(_ maximum: Int) -> String {
    switch maximum {
    case 0: "no operand is taken"
    case 1: "only one operand is taken"
    default: "only \(maximum) operands are taken"
    }
  }

  private func result(_ operands: [FileName], _ given: [String: [FileName]]) -> ParsedArguments {
    ParsedArguments(operands: operands, given: given, known: Set(specification.options.map(\.name)))
  }

  /// The options that one argument holds, taking a value from `rest` where it needs one; one `nil` for an operand.
  private func read(
    _ argument: FileName, _ rest: inout ArraySlice<FileName>
  ) throws(CommandLineToolsError) -> [(OptionSpecification?, FileName?)] {
    let dash = UInt8(ascii: "-")
    guard argument.bytes.count > 1, argument.bytes[0] == dash else { return [(nil, nil)] }
    if argument.bytes[1] == dash { return [try readLong(argument, &rest)] }
    return try readShort(argument, &rest)
  }

  private func readLong(
    _ argument: FileName, _ rest: inout ArraySlice<FileName>
  ) throws(CommandLineToolsError) -> (OptionSpecification, FileName?) {
    let parts = argument.bytes.dropFirst(2).split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    let name = FileName(unchecked: parts[0])
    guard let option = specification.option(named: name.text) else {
      throw unknown("--\(name.escaped)", near: name.text)
    }
    let attached = parts.count > 1 ? FileName(unchecked: parts[1]) : nil
    guard let value = option.value else {
      if attached == nil { return (option, nil) }
      throw CommandLineToolsError(
        .unexpectedValue, "cannot use '\(argument.escaped)': '--\(option.name)' takes no value")
    }
    guard let found = attached ?? rest.popFirst() else { throw missingValue("--\(option.name)", value) }
    return (option, found)
  }

  private func readShort(
    _ argument: FileName, _ rest: inout ArraySlice<FileName>
  ) throws(CommandLineToolsError) -> [(OptionSpecification?, FileName?)] {
    var found: [(OptionSpecification?, FileName?)] = []
    var bytes = argument.bytes.dropFirst()
    while let byte = bytes.popFirst() {
      guard byte < 0x80, let option = specification.option(shortName: Character(Unicode.Scalar(byte))) else {
        let isWhole = found.isEmpty
        let shown = isWhole ? argument.escaped : "-\(FileName(unchecked: [byte]).escaped)' in '\(argument.escaped)"
        throw unknown(shown, near: isWhole ? String(argument.text.dropFirst()) : nil)
      }
      guard let value = option.value else {
        found.append((option, nil))
        continue
      }
      guard let text = bytes.isEmpty ? rest.popFirst() : FileName(unchecked: bytes) else {
        throw missingValue("-\(Character(Unicode.Scalar(byte)))", value)
      }
      return found + [(option, text)]
    }
    return found
  }

  private func record(
    _ option: OptionSpecification, _ text: FileName?, in given: inout [String: [FileName]]
  ) throws(CommandLineToolsError) {
    guard let value = option.value, let text else {
      given[option.name] = []
      return
    }
    if given[option.name] != nil, !option.isRepeatable {
      throw CommandLineToolsError(.repeatedOption, "cannot use '--\(option.name)' twice: it takes one value")
    }
    if !value.isFileName {
      guard let valid = text.validText, value.isValid(valid) else {
        let expectation = text.validText == nil ? "UTF-8" : value.expectation
        throw CommandLineToolsError(
          .invalidValue, "cannot use '--\(option.name) \(text.escaped)': expected \(expectation)")
      }
    }
    given[option.name, default: []].append(text)
  }

  private func checkPresence(_ operands: [FileName], _ given: [String: [FileName]]) throws(CommandLineToolsError) {
    if let option = specification.options.first(where: { $0.isRequired && given[$0.name] == nil }) {
      let value = option.value.map { " \($0.placeholder)" } ?? ""
      throw CommandLineToolsError(
        .missingOption, "cannot start: '--\(option.name)\(value)' is missing\(option.value?.remedy ?? "")")
    }
    if let expected = specification.operands, operands.count < expected.minimum {
      throw CommandLineToolsError(.missingOperand, "cannot start: \(expected.placeholder) is missing")
    }
  }

  private func missingValue(_ option: String, _ value: ValueSpecification) -> CommandLineToolsError {
    CommandLineToolsError(
      .missingValue, "cannot use '\(option)': its value \(value.placeholder) is missing\(value.remedy)")
  }

  private func unknown(_ shown: String, near name: String?) -> CommandLineToolsError {
    let names = specification.visibleOptions.map(\.name)
    let hint = name.flatMap { nearestName(to: $0, in: names) }.map { "; did you mean '--\($0)'?" } ?? ""
    return CommandLineToolsError(.unknownOption, "cannot use '\(shown)': there is no such option\(hint)")
  }
}
