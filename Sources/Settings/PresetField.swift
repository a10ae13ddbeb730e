/// One place in a preset's JSON, with all that an error message about it has to say.
struct PresetField {
  /// What messages call the file.
  let file: String
  /// The file's content, to count lines in.
  let text: [UInt8]
  /// The keys that lead here, with dots between them; empty for the whole.
  let path: String
  /// What stands here; `nil` where the key is missing.
  let value: JSONValue?
  /// Where it stands, or where the object begins that lacks it.
  let offset: Int

  var isPresent: Bool { value != nil }

  /// The error that says what should stand here.
  func failure(expected: String, found: String? = nil) -> SettingsError {
    let (line, column) = JSONParser.position(of: offset, in: text)
    let found = found ?? value?.description ?? "no such key"
    return SettingsError(
      code: .invalidPreset, file: file,
      reason: "\(path.isEmpty ? "" : path + ": ")expected \(expected), found \(found) (line \(line), column \(column))")
  }

  /// What stands at `key` of this object, present or not.
  func member(_ key: String) throws(SettingsError) -> PresetField {
    let members = try members()
    let value = members.first { $0.key == key }?.value
    return PresetField(
      file: file, text: text, path: child(key), value: value, offset: value?.offset ?? offset)
  }

  /// Refuses an object with other keys than these.
  func allow(keys: [String]) throws(SettingsError) {
    for member in try members() where !keys.contains(member.key) {
      let field = PresetField(
        file: file, text: text, path: child(SettingsError.visible(member.key, limit: 40)), value: member.value,
        offset: member.offset)
      throw field.failure(expected: "only the keys \(keys.joined(separator: ", "))", found: "an unknown key")
    }
  }

  /// The whole number that stands here.
  func integer(in range: ClosedRange<Int>) throws(SettingsError) -> Int {
    guard case .integer(let number) = value?.content, range.contains(number) else {
      throw failure(expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// The text that stands here: one line of 1 to `limit` characters.
  func line(limit: Int) throws(SettingsError) -> String {
    guard case .string(let text) = value?.content, (1...limit).contains(text.unicodeScalars.count),
      text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else { throw failure(expected: "a text of 1 to \(limit) characters on one line") }
    return text
  }

  /// The one of a few words that stands here.
  func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ type: Choice.Type = Choice.self
  ) throws(SettingsError) -> Choice {
    guard case .string(let text) = value?.content, let choice = Choice(rawValue: text) else {
      let words = Choice.allCases.map { "\"\($0.rawValue)\"" }
      throw failure(expected: words.count == 1 ? words[0] : "one of \(words.joined(separator: ", "))")
    }
    return choice
  }

  private func members() throws(SettingsError) -> [JSONMember] {
    guard case .object(let members) = value?.content else { throw failure(expected: "an object") }
    return members
  }

  private func child(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
}
