import CommandLineTools
import Testing

struct SingleLineTests {
  @Test("what would break a line or fool a terminal is escaped; quotes and backslashes stay")
  func escapes() {
    #expect("it's 'a\\b'".singleLine == "it's 'a\\b'")
    #expect("one\ntwo\tthree\r".singleLine == "one\\ntwo\\tthree\\r")
    #expect("\u{1B}[2J".singleLine == "\\x1B[2J")
    #expect("a\u{202E}b\u{2028}".singleLine == "a\\u{202E}b\\u{2028}")
    #expect("naïve 🎬".singleLine == "naïve 🎬")
  }
}
