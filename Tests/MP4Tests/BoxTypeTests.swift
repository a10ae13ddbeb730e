import MP4
import Testing

@Suite struct BoxTypeTests {
  @Test("a code is four Latin-1 bytes, and reads as it is spoken")
  func codes() {
    let movie: BoxType = "moov"
    #expect(movie.rawValue == 0x6D6F_6F76)
    #expect(BoxType(text: "©xyz")?.rawValue == 0xA978_797A)
    #expect(("©xyz" as BoxType).description == "©xyz")
    #expect(BoxType(text: "moo") == nil)
    #expect(BoxType(text: "moovs") == nil)
    #expect(BoxType(text: "mo✓v") == nil)
  }

  @Test("what does not print, and a path's own separator, is written as hexadecimal")
  func unprintable() {
    #expect(BoxType(rawValue: 1).description == "\\x00\\x00\\x00\\x01")
    #expect(("a/\u{1B}b" as BoxType).description == "a\\x2f\\x1bb")
  }
}
