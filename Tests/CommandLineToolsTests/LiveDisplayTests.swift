import Testing

@testable import CommandLineTools

struct LiveDisplayTests {
  /// A screen that understands what a live display writes.
  private final class Screen {
    private(set) var rows = [""]
    private var row = 0
    private var column = 0

    func write(_ text: String) {
      var rest = text[...]
      while let character = rest.first {
        if rest.hasPrefix("\u{1B}[K") {
          rows[row] = String(rows[row].prefix(column))
          rest = rest.dropFirst(3)
        } else if rest.hasPrefix("\u{1B}[J") {
          rows[row] = String(rows[row].prefix(column))
          rows.removeSubrange((row + 1)...)
          rest = rest.dropFirst(3)
        } else if rest.hasPrefix("\u{1B}[") {
          let count = rest.dropFirst(2).prefix { $0.isNumber }
          row -= Int(count) ?? 0
          rest = rest.dropFirst(3 + count.count)
        } else {
          rest = rest.dropFirst()
          put(character)
        }
      }
    }

    private func put(_ character: Character) {
      switch character {
      case "\r": column = 0
      case "\n":
        row += 1
        column = 0
        if row == rows.count { rows.append("") }
      default:
        var cells = Array(rows[row])
        if column < cells.count { cells[column] = character } else { cells.append(character) }
        rows[row] = String(cells)
        column += 1
      }
    }
  }

  private let screen = Screen()
  private func display() -> LiveDisplay { LiveDisplay(columns: { 40 }, write: { [screen] in screen.write($0) }) }

  @Test("lines are drawn in place of those before, however many there are")
  func places() {
    var display = display()
    for lines in [["recording", "level 12"], ["rec", "level"], ["one"], ["a", "b", "c"], ["two", "lines"]] {
      display.show(lines)
      #expect(screen.rows == lines)
    }
    display.clear()
    display.clear()
    #expect(screen.rows == [""])
  }

  @Test("a note stands above the lines, which stay")
  func note() {
    var display = display()
    display.show(["recording", "level"])
    display.note("warning: it is dark")
    #expect(screen.rows == ["warning: it is dark", "recording", "level"])
    display.show(["done", "level"])
    #expect(screen.rows == ["warning: it is dark", "done", "level"])
    display.clear()
    display.note("the end")
    #expect(screen.rows == ["warning: it is dark", "the end", ""])
  }

  @Test("nothing is written where nothing was shown")
  func nothing() {
    var display = display()
    display.clear()
    display.show([])
    #expect(screen.rows == [""])
  }
}
