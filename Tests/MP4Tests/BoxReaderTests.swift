import MP4
import Platform
import Testing

@Suite struct BoxReaderTests {
  private func boxes(_ bytes: [UInt8], limits: MP4Limits = .standard) throws -> [Box] {
    let reader = try BoxReader(BytesSource(bytes), limits: limits)
    var cursor = reader.topLevel()
    var boxes: [Box] = []
    while let box = try cursor.next() { boxes.append(box) }
    return boxes
  }

  private func code(_ body: () throws -> Void) -> (code: MP4Error.Code, offset: Int64?)? {
    do {
      try body()
      return nil
    } catch let error as MP4Error {
      return (error.code, error.offset)
    } catch {
      return nil
    }
  }

  @Test("a header smaller than itself is refused with its offset", arguments: [2, 3, 7] as [UInt8])
  func smallSizes(size: UInt8) throws {
    let bytes: [UInt8] = [0, 0, 0, 8] + "free".utf8 + [0, 0, 0, size] + "free".utf8 + [0, 0, 0, 0]
    let found = code { _ = try boxes(bytes) }
    #expect(found?.code == .invalid)
    #expect(found?.offset == 8)
  }

  @Test("a 64-bit size is refused when it is cut, smaller than its header, or beyond 63 bits")
  func largeSizes() {
    func header(_ size: UInt64) -> [UInt8] {
      var writer = BoxWriter()
      writer.append(UInt32(1))
      writer.append("mdat" as BoxType)
      writer.append(size)
      return writer.bytes
    }
    #expect(code { _ = try boxes(header(15)) }?.code == .invalid)
    #expect(code { _ = try boxes(header(0)) }?.code == .invalid)
    #expect(code { _ = try boxes(header(1 << 63)) }?.code == .invalid)
    #expect(code { _ = try boxes(header(.max)) }?.code == .invalid)
    #expect(code { _ = try boxes(Array(header(16).dropLast())) }?.code == .truncated)
    #expect(code { _ = try boxes(header(16)) } == nil)
  }

  @Test("a last box that goes past the end is marked at the top level and an error below it")
  func overlong() throws {
    var writer = BoxWriter()
    writer.box("moov") { $0.box("udta") { $0.append(zeros: 4) } }
    let cut = try boxes(Array(writer.bytes.dropLast()))
    #expect(cut.map(\.isTruncated) == [true])
    #expect(cut.first?.end == 19)

    let bytes = try patched(writer.bytes, "moov", at: 0, UInt32(13))
    let reader = try BoxReader(BytesSource(bytes))
    let movie = try #require(try boxes(bytes).first)
    let found = code {
      var cursor = try reader.children(of: movie)
      _ = try cursor.next()
    }
    #expect(found?.code == .truncated)
    #expect(found?.offset == 8)
  }

  @Test("zeros too few for a header end a level inside a box, other bytes do not")
  func terminators() throws {
    for (rest, code) in [([0, 0, 0, 0], nil), ([0], nil), ([0, 0, 0, 1], .invalid)] as [([UInt8], MP4Error.Code?)] {
      var writer = BoxWriter()
      writer.box("udta") { writer in
        writer.box("name") { _ in }
        writer.append(contentsOf: rest)
      }
      let reader = try BoxReader(BytesSource(writer.bytes))
      let parent = try #require(try boxes(writer.bytes).first)
      let found = self.code {
        var cursor = try reader.children(of: parent)
        while try cursor.next() != nil {}
      }
      #expect(found?.code == code)
    }
    #expect(code { _ = try boxes([0, 0, 0, 8] + "free".utf8 + [0, 0, 0, 0]) }?.code == .invalid)
  }

  @Test("children of meta are found with ISO's version field and without it, as QuickTime writes")
  func metaForms() throws {
    for isFull in [true, false] {
      var writer = BoxWriter()
      writer.box("meta") { writer in
        if isFull { writer.append(UInt32(0)) }
        writer.box("hdlr") { $0.append(zeros: 25) }
        writer.box("ilst") { _ in }
      }
      #expect(try box(at: "meta/ilst", in: writer.bytes) != nil)
    }
  }

  @Test("depth, number of boxes and bytes read are limited")
  func limits() throws {
    var writer = BoxWriter()
    writer.box("moov") { $0.box("trak") { $0.box("mdia") { $0.box("minf") { _ in } } } }
    func descend(_ limits: MP4Limits) throws {
      let reader = try BoxReader(BytesSource(writer.bytes), limits: limits)
      var cursor = reader.topLevel()
      while let box = try cursor.next() { cursor = try reader.children(of: box) }
    }
    #expect(code { try descend(MP4Limits(maximumDepth: 4)) } == nil)
    #expect(code { try descend(MP4Limits(maximumDepth: 2)) }?.code == .limitExceeded)
    #expect(code { try descend(MP4Limits(maximumBoxes: 4)) } == nil)
    #expect(code { try descend(MP4Limits(maximumBoxes: 3)) }?.code == .limitExceeded)
    #expect(code { try descend(MP4Limits(maximumBytesRead: 40)) }?.code == .limitExceeded)
  }

  @Test("a source's own error comes through with its cause")
  func sourceErrors() throws {
    let failure = PlatformError(code: .stopped, message: "stopped")
    let source = BytesSource(TestMovie().bytes, failure: failure)
    do {
      _ = try MovieStructure(reading: source)
      Issue.record("no error")
    } catch {
      #expect(error.code == .unreadable)
      #expect(error.cause?.code == .stopped)
    }
  }
}
