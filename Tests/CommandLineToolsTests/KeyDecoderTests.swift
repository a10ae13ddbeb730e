import CommandLineTools
import Testing

struct KeyDecoderTests {
  @Test(
    "what a terminal sends for a key becomes that key",
    arguments: [
      ([0x71], [.character("q")]), ([0x20], [.character(" ")]), ([0x0A], [.enter]), ([0x0D], [.enter]),
      ([0x04], [.control("d")]), ([0xC3, 0xA9], [.character("é")]), ([0xE2, 0x82, 0xAC], [.character("€")]),
      ([0xF0, 0x9F, 0x98, 0x80], [.character("😀")]), ([0x7F], [.other]),
      // Up, F5, Shift-Tab, F1, Alt-x.
      ([0x1B, 0x5B, 0x41], [.other]), ([0x1B, 0x5B, 0x31, 0x35, 0x7E], [.other]), ([0x1B, 0x5B, 0x5A], [.other]),
      ([0x1B, 0x4F, 0x50], [.other]), ([0x1B, 0x78], [.other]),
      // Nothing of a sequence is a key by itself: its last byte here would stop a recording.
      ([0x1B, 0x5B, 0x31, 0x71], [.other]),
      // Broken UTF-8 costs one key, not those that follow.
      ([0xE2, 0x71], [.other, .character("q")]), ([0xFF, 0x71], [.other, .character("q")]),
    ] as [([UInt8], [Key])])
  func keys(bytes: [UInt8], expected: [Key]) {
    var whole = KeyDecoder()
    #expect(whole.decode(bytes) == expected)
    #expect(!whole.isWaiting)
    // However the bytes are parted.
    var parted = KeyDecoder()
    #expect(bytes.flatMap { parted.decode([$0]) } == expected)
  }

  @Test("an escape is a key once nothing has followed it")
  func escape() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0x1B]).isEmpty)
    #expect(decoder.isWaiting)
    #expect(decoder.settle() == [.escape])
    #expect(!decoder.isWaiting)
    #expect(decoder.settle().isEmpty)
    #expect(decoder.decode([0x79]) == [.character("y")])
  }

  @Test("two escapes are two keys")
  func twoEscapes() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0x1B, 0x1B]) == [.escape])
    #expect(decoder.settle() == [.escape])
  }
}
