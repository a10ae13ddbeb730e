import MP4
import Testing

@Suite struct PrivacyAuditTests {
  private func audit(_ movie: TestMovie) throws -> PrivacyAudit { try PrivacyAudit(of: movie.source) }

  private func metadata(_ writer: inout BoxWriter, handler: BoxType, _ contents: (inout BoxWriter) -> Void) {
    writer.fullBox("meta") { writer in
      writer.fullBox("hdlr") { writer in
        writer.append(UInt32(0))
        writer.append(handler)
        writer.append(zeros: 13)
      }
      contents(&writer)
    }
  }

  private func item(_ writer: inout BoxWriter, _ type: BoxType, _ text: String) {
    writer.box(type) { writer in
      writer.box("data") { writer in
        writer.append(UInt64(1) << 32)
        writer.append(text: text, isTerminated: false)
      }
    }
  }

  @Test("a bare movie holds nothing")
  func clean() throws {
    #expect(try audit(TestMovie()).findings.isEmpty)
    #expect(try audit(TestMovie { $0.trailer = { $0.box("free") { $0.append(zeros: 100_000) } } }).findings.isEmpty)
  }

  @Test("user data is listed box by box with its kind")
  func userData() throws {
    let audit = try audit(
      TestMovie { movie in
        movie.extra = { writer in
          writer.box("udta") { writer in
            writer.fullBox("loci") { $0.append(zeros: 20) }
            writer.box("©xyz") { writer in
              writer.append(UInt16(11))
              writer.append(UInt16(0x15C7))
              writer.append(text: "+52.5+013.4/", isTerminated: false)
            }
            for name in ["©mak", "©mod", "©swr", "MUID", "GPMF", "Xtra"] as [BoxType] {
              writer.box(name) { $0.append(zeros: 4) }
            }
            writer.append(zeros: 4)
          }
        }
        movie.tracks = [TestTrack { $0.extra = { $0.box("udta") { $0.box("name") { $0.append(text: "Anna") } } } }]
      })
    #expect(
      audit.paths == [
        "moov/trak/udta/name", "moov/udta/loci", "moov/udta/©xyz", "moov/udta/©mak", "moov/udta/©mod", "moov/udta/©swr",
        "moov/udta/MUID", "moov/udta/GPMF", "moov/udta/Xtra",
      ])
    #expect(audit.findings(of: .location).map(\.path) == ["moov/udta/loci", "moov/udta/©xyz", "moov/udta/GPMF"])
    #expect(audit.findings(of: .device).count == 3)
    #expect(audit.findings(of: .software).count == 1)
    #expect(audit.findings(of: .opaque).map(\.path) == ["moov/udta/Xtra"])
    #expect(audit.findings[2].preview == "+52.5+013.4/")
    #expect(!audit.findings[2].description.contains("52.5"))
  }

  @Test("metadata items are listed by their keys, in ISO's form and QuickTime's")
  func metadataKeys() throws {
    let keys = [
      "com.apple.quicktime.location.ISO6709", "com.apple.quicktime.make", "com.apple.quicktime.creationdate",
      "com.android.version", "com.apple.quicktime.content.identifier",
    ]
    let audit = try audit(
      TestMovie { movie in
        movie.extra = { writer in
          metadata(&writer, handler: "mdta") { writer in
            writer.fullBox("keys") { writer in
              writer.append(UInt32(keys.count))
              for key in keys { writer.box("mdta") { $0.append(text: key, isTerminated: false) } }
            }
            writer.box("ilst") { writer in
              for index in 1...6 { item(&writer, BoxType(rawValue: UInt32(index)), "value \(index)") }
            }
          }
          writer.box("udta") { writer in
            metadata(&writer, handler: "mdir") { writer in
              writer.box("ilst") { writer in
                item(&writer, "©too", "Lavf59.27.100")
                item(&writer, "----", "free form")
                item(&writer, "covr", "picture")
              }
              writer.box("xml ") { $0.append(text: "<x/>") }
            }
          }
        }
      })
    #expect(
      audit.paths == keys.map { "moov/meta/ilst/\($0)" } + [
        "moov/meta/ilst/\\x00\\x00\\x00\\x06", "moov/udta/meta/ilst/©too", "moov/udta/meta/ilst/----",
        "moov/udta/meta/ilst/covr", "moov/udta/meta/xml ",
      ])
    #expect(
      audit.findings.map(\.kind) == [
        .location, .device, .date, .software, .opaque, .opaque, .software, .opaque, .description, .opaque,
      ])
    #expect(audit.findings[0].preview == "value 1")
  }

  @Test("uuid, XMP and unknown boxes are listed wherever they are")
  func opaqueBoxes() throws {
    let audit = try audit(
      TestMovie { movie in
        movie.extra = { writer in
          writer.box(uuid: .xmp) { $0.append(text: "<x:xmpmeta>") }
          writer.box("wxyz") { _ in }
        }
        movie.tracks = [TestTrack { $0.informationExtra = { $0.box("abcd") { _ in } } }]
        movie.trailer = { writer in
          writer.box("sefd") { _ in }
          writer.box("moof") { $0.box("traf") { $0.box(uuid: ExtendedBoxType(high: 1, low: 2)) { _ in } } }
          writer.append(UInt32(5))
        }
      })
    #expect(
      audit.paths == [
        "moov/trak/mdia/minf/abcd", "moov/uuid:be7acfcb97a942e89c71999491e3afac", "moov/wxyz", "sefd",
        "moof/traf/uuid:00000000000000010000000000000002", "(stray bytes)",
      ])
    #expect(audit.findings.allSatisfy { $0.kind == .opaque })
  }

  @Test("padding is looked into, for what a rewrite left behind")
  func padding() throws {
    let left = try audit(
      TestMovie {
        $0.trailer = {
          $0.box("free") {
            $0.append(zeros: 70_000)
            $0.append(text: "+52.5")
          }
        }
      })
    #expect(left.paths == ["free"])
    let inside = try audit(TestMovie { $0.extra = { $0.box("udta") { $0.box("skip") { $0.append(UInt8(1)) } } } })
    #expect(inside.paths == ["moov/udta/skip"])
  }

  @Test("handler names, compressor names and data tracks are listed")
  func tracks() throws {
    let audit = try audit(
      TestMovie { movie in
        movie.tracks = [
          TestTrack { $0.handlerName = "GoPro AVC" },
          TestTrack {
            $0.id = 2
            $0.handler = "meta"
            $0.handlerName = ""
            $0.formats = ["gpmd"]
          },
        ]
      })
    #expect(audit.paths == ["moov/trak/mdia/hdlr", "moov/trak:meta", "moov/trak/mdia/minf/stbl/stsd/gpmd"])
    #expect(audit.findings.map(\.kind) == [.software, .dataTrack, .location])
    #expect(audit.findings.first?.preview == "GoPro AVC")

    let bytes = try patched(TestMovie().bytes, "moov/trak/mdia/minf/stbl/stsd/avc1", at: 42, UInt32(0x0347_6F50))
    let compressor = try PrivacyAudit(of: BytesSource(bytes))
    #expect(compressor.paths == ["moov/trak/mdia/minf/stbl/stsd/avc1/compressorname"])
    #expect(compressor.findings.first?.preview == "GoP")
  }

  @Test("a part that cannot be read is listed rather than passed over")
  func brokenParts() throws {
    let movie = TestMovie { $0.extra = { $0.box("udta") { $0.append(UInt64.max) } } }
    #expect(try audit(movie).paths == ["moov/udta"])
    #expect { try PrivacyAudit(of: BytesSource(Array("just a text".utf8))) } throws: {
      ($0 as? MP4Error)?.code == .notMP4
    }
  }
}
