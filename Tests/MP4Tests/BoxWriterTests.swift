import MP4
import Testing

@Suite struct BoxWriterTests {
  private let xmp = ExtendedBoxType.xmp

  @Test("sizes are filled in for boxes within boxes, and read back the same")
  func nesting() throws {
    var writer = BoxWriter()
    writer.box("moov") { writer in
      writer.box("udta") { $0.fullBox("loci", version: 1, flags: 0x0A_0B0C) { $0.append(text: "x") } }
      writer.box("free") { $0.append(zeros: 3) }
    }
    #expect(writer.bytes.count == 8 + 8 + 14 + 11)
    #expect(Array(writer.bytes.prefix(8)) == [0, 0, 0, 41, 0x6D, 0x6F, 0x6F, 0x76])
    #expect(Array(writer.bytes[24..<30]) == [1, 0x0A, 0x0B, 0x0C, 0x78, 0])
    let location = try #require(try box(at: "moov/udta/loci", in: writer.bytes))
    #expect(location.path == "moov/udta/loci")
    #expect(location.offset == 16)
    #expect(location.payload == 24..<30)
    #expect(location.depth == 2)
    #expect(try box(at: "moov/free", in: writer.bytes)?.size == 11)
  }

  @Test("the three ways to tell a size are read back as they were written", arguments: [0, 1, 1000])
  func headerForms(count: Int) throws {
    for (form, header) in [(BoxWriter.HeaderForm.automatic, 8), (.large, 16), (.toEnd, 8)] {
      var writer = BoxWriter()
      writer.box("free") { _ in }
      writer.box("mdat", header: form) { $0.append(zeros: count) }
      let found = try #require(try box(at: "mdat", in: writer.bytes))
      #expect(found.headerSize == header)
      #expect(found.payload.count == count)
      #expect(found.end == Int64(writer.bytes.count))
      #expect(found.extendsToEnd == (form == .toEnd))
      #expect(!found.isTruncated)
    }
  }

  @Test("a uuid box carries its own type and shows it in its path")
  func extendedTypes() throws {
    var writer = BoxWriter()
    writer.box(uuid: xmp) { $0.append(contentsOf: [1, 2, 3]) }
    let reader = try BoxReader(BytesSource(writer.bytes))
    var cursor = reader.topLevel()
    let found = try #require(try cursor.next())
    #expect(found.extendedType == xmp)
    #expect(found.headerSize == 24)
    #expect(found.payload == 24..<27)
    #expect(found.path == "uuid:be7acfcb97a942e89c71999491e3afac")
    #expect(try cursor.next() == nil)
  }

  @Test("a header alone takes 64 bits exactly where 32 do not hold the size")
  func headersAlone() throws {
    let largest = Int64(UInt32.max) - 8
    for (size, header) in [(0, 8), (largest, 8), (largest + 1, 16), (6 << 40, 16)] {
      var writer = BoxWriter()
      writer.header("mdat", payloadSize: size)
      #expect(writer.bytes.count == header)
      let source = BytesSource(pieces: [(0, writer.bytes)], size: Int64(header) + size)
      var cursor = try BoxReader(source).topLevel()
      let found = try #require(try cursor.next())
      #expect(found.payload == Int64(header)..<Int64(header) + size)
      #expect(try cursor.next() == nil)
    }
  }

  @Test("numbers are written highest byte first in the width of their type")
  func numbers() {
    var writer = BoxWriter()
    writer.append(UInt8(1))
    writer.append(Int16(-2))
    writer.append(UInt32(0x0102_0304))
    writer.append(Int64.min)
    #expect(writer.bytes == [1, 0xFF, 0xFE, 1, 2, 3, 4, 0x80, 0, 0, 0, 0, 0, 0, 0])
  }

  @Test("an error of the contents passes through")
  func errors() {
    struct Refusal: Error {}
    var writer = BoxWriter()
    #expect(throws: Refusal.self) { try writer.box("moov") { _ throws(Refusal) in throw Refusal() } }
  }
}
