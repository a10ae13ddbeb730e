import CommandLineTools
import Testing

struct FileNameTests {
  @Test(
    "shows any name in one line that a terminal cannot misread",
    arguments: [
      ("clip.mov", "clip.mov"), ("Ünïcode 映像 🎬", "Ünïcode 映像 🎬"), ("a\nb\tc\r", #"a\nb\tc\r"#),
      ("\u{1B}[2J\u{7F}\u{9B}", #"\x1B[2J\x7F\x9B"#), ("it's \\n", #"it\'s \\n"#),
      ("a\u{202E}vom.exe", #"a\u{202E}vom.exe"#), ("\u{2028}\u{200B}\u{FEFF}", #"\u{2028}\u{200B}\u{FEFF}"#), ("", ""),
    ])
  func escaping(text: String, shown: String) throws {
    let name = try #require(FileName(text: text))
    #expect(escaped(name) == shown)
    #expect(escaped(text) == shown)
  }

  @Test(
    "shows bytes that are not UTF-8 one by one",
    arguments: [
      ([0x61, 0xFF, 0x62], #"a\xFFb"#), ([0xC3], #"\xC3"#), ([0xE2, 0x82, 0x41], #"\xE2\x82A"#),
      ([0xED, 0xA0, 0x80], #"\xED\xA0\x80"#), ([0xC0, 0xAF], #"\xC0\xAF"#), ([0xFF, 0xC3, 0xA4], #"\xFFä"#),
    ] as [([UInt8], String)])
  func invalid(bytes: [UInt8], shown: String) throws {
    let name = try #require(FileName(bytes: bytes))
    #expect(name.escaped == shown)
    #expect(name.validText == nil)
    #expect(name.bytes == bytes)
  }

  @Test("lends exactly its bytes to C, and reads them back")
  func cString() throws {
    let name = try #require(FileName(bytes: [0xFF, 0x2F, 0x80]))
    #expect(name.withCString { FileName(cString: $0) } == name)
    #expect(FileName(bytes: [0x61, 0]) == nil)
    #expect(FileName(text: "a\0b") == nil)
  }

  @Test("arguments of this process are there without the program's name")
  func arguments() {
    #expect(FileName.arguments.map(\.text) == Array(CommandLine.arguments.dropFirst()))
  }

  @Test(
    "splits paths as the system does",
    arguments: [
      ("a/clip.mov", "a", "clip.mov", "clip"), ("clip", ".", "clip", "clip"),
      ("/clip.tar.gz", "/", "clip.tar.gz", "clip.tar"),
      ("a/.hidden", "a", ".hidden", ".hidden"), ("a.b/c", "a.b", "c", "c"), ("../x.", "..", "x.", "x"),
      ("a/", "a", "", ""),
    ] as [(FileName, FileName, FileName, FileName)])
  func path(name: FileName, directory: FileName, last: FileName, stem: FileName) {
    #expect(name.directory == directory)
    #expect(name.lastComponent == last)
    #expect(name.stem == stem)
  }

  @Test("builds a name beside another")
  func building() {
    let name: FileName = "dir/clip.mov"
    #expect(name.directory.appending(component: name.stem.appending(suffix: "-640x480.mp4")) == "dir/clip-640x480.mp4")
    #expect(("/" as FileName).appending(component: "a") == "/a")
  }
}
