import CommandLineTools
import Testing

struct TextTableTests {
  @Test("columns are as wide as their widest entry, the last one as it is")
  func columns() {
    var table = TextTable()
    table.append(["a", "yes", "one"])
    table.append(["片b", "no", ""])
    table.append(["long name", "no\n", "two words"])
    #expect(table.text == "a          yes   one\n片b        no\nlong name  no\\n  two words\n")
  }

  @Test("no rows are no text, and short rows are fine")
  func edges() {
    var table = TextTable()
    #expect(table.text.isEmpty)
    table.append(["a"])
    table.append(["b", "c"])
    #expect(table.text == "a\nb  c\n")
  }
}
