/// Breaks a paragraph into lines of at most `columns` columns; a longer word has a line of its own.
func wrapped(_ text: String, columns: Int) -> [String] {
  var lines: [String] = []
  var line = ""
  for word in text.split(separator: " ") {
    if !line.isEmpty, displayWidth(of: line) + 1 + displayWidth(of: word) > columns {
      lines.append(line)
      line = ""
    }
    line += line.isEmpty ? String(word) : " \(word)"
  }
  if !line.isEmpty { lines.append(line) }
  return lines
}

/// How many columns a terminal needs for the text: 2 for East Asian wide characters and emoji, 0 for what combines.
public func displayWidth(of text: some StringProtocol) -> Int {
  text.reduce(0) { $0 + displayWidth(of: $1) }
}

private func displayWidth(of character: Character) -> Int {
  guard let scalar = character.unicodeScalars.first else { return 0 }
  switch scalar.value {
  case 0..<0x300: return 1
  case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
    0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
    return 2
  default:
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return scalar.properties.isEmojiPresentation || character.unicodeScalars.count > 1 ? 2 : 1
    }
  }
}

/// The beginning of the text that fits into `columns` columns.
public func cut(_ text: String, columns: Int) -> String {
  var width = 0
  return String(
    text.prefix { character in
      width += displayWidth(of: character)
      return width <= columns
    })
}
