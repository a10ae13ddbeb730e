import MP4
import Testing

/// Thousands of damaged movies: each must end in an answer or an error, never in a trap, within bounds.
@Suite struct MutationTests {
  private static let limits = MP4Limits(
    maximumBytesRead: 1 << 20, maximumDepth: 12, maximumBoxes: 20_000, maximumListedItems: 1000)

  /// SplitMix64 (Steele, Lea, Flood 2014): the same damage each time.
  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var word = state
      word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
      word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
      return word ^ (word >> 31)
    }
  }

  private static let seeds: [[UInt8]] = [
    TestMovie().bytes,
    TestMovie { movie in
      movie.version = 1
      movie.brand = "qt  "
      movie.movieHeader = .large
      movie.mediaDataHeader = .toEnd
      movie.tracks = [
        TestTrack {
          $0.version = 1
          $0.usesLongOffsets = true
          $0.smallSizeBits = 4
          $0.sizes = [1, 2, 3, 4, 5, 6]
          $0.offsets = [(2, 1), (4, -1)]
          $0.edits = [MovieEdit(segmentDuration: 100, mediaTime: nil), MovieEdit(segmentDuration: 100, mediaTime: 0)]
        },
        TestTrack {
          $0.id = 2
          $0.handler = "soun"
          $0.formats = ["enca", "drms"]
          $0.constantSize = 2
          $0.entryExtra = { $0.box("sinf") { $0.box("frma") { $0.append("mp4a" as BoxType) } } }
        },
      ]
    }.bytes,
    TestMovie { movie in
      movie.isMovieFirst = false
      movie.extra = { writer in
        writer.box("mvex") { $0.box("trex") { $0.append(zeros: 24) } }
        writer.box("udta") { writer in
          writer.box("©xyz") { $0.append(text: "+52.5+013.4/") }
          writer.append(zeros: 4)
        }
        writer.fullBox("meta") { writer in
          writer.fullBox("hdlr") { $0.append(zeros: 21) }
          writer.fullBox("keys") { writer in
            writer.append(UInt32(1))
            writer.box("mdta") { $0.append(text: "com.apple.quicktime.make") }
          }
          writer.box("ilst") { $0.box(BoxType(rawValue: 1)) { $0.box("data") { $0.append(zeros: 12) } } }
        }
        writer.box(uuid: .xmp) { $0.append(zeros: 9) }
      }
      movie.trailer = { writer in
        writer.box("moof") { writer in
          writer.box("traf") { writer in
            writer.fullBox("tfhd") { $0.append(UInt32(1)) }
            writer.fullBox("trun") { $0.append(UInt32.max) }
          }
        }
      }
    }.bytes,
  ]

  private static let telling: [UInt32] = [0, 1, 2, 7, 8, 9, 16, 0x7FFF_FFFF, 0x8000_0000, .max - 7, .max]

  private func damaged(_ bytes: [UInt8], _ random: inout Generator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let position = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: bytes[position] = UInt8.random(in: 0...255, using: &random)
      case 2:
        // A word at a multiple of four, where sizes, counts and values are.
        let start = position / 4 * 4
        let value = Self.telling[Int.random(in: 0..<Self.telling.count, using: &random)]
        for index in 0..<4 where start + index < bytes.count {
          bytes[start + index] = UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * index))
        }
      case 3: bytes.removeSubrange(position...)
      case 4:
        let end = min(bytes.count, position + Int.random(in: 1...40, using: &random))
        bytes.removeSubrange(position..<end)
      default:
        let end = min(bytes.count, position + Int.random(in: 1...200, using: &random))
        bytes.insert(contentsOf: bytes[position..<end], at: position)
      }
      if bytes.isEmpty { return [0] }
    }
    return bytes
  }

  @Test(
    "4,500 damaged movies end in an answer or an error, within bytes and time", .timeLimit(.minutes(2)),
    arguments: 0..<3)
  func mutations(seed: Int) {
    var random = Generator(state: 0x5275_7368_6573 + UInt64(seed))
    var refused = 0
    for _ in 0..<1500 {
      let source = BytesSource(damaged(Self.seeds[seed], &random))
      do {
        _ = try MovieStructure(reading: source, limits: Self.limits)
      } catch {
        refused += 1
      }
      // What they find or throw is not the question here, that they end is.
      _ = try? MovieVerification(of: source, limits: Self.limits)
      _ = try? PrivacyAudit(of: source, limits: Self.limits)
      #expect(source.largestRead <= 64 << 10)
      #expect(source.bytesRead <= 3 << 20)
    }
    #expect(refused > 300)
    #expect(refused < 1500)
  }

  @Test("a wrong bit in any third byte ends in an answer or an error")
  func singleBits() {
    let bytes = Self.seeds[1]
    var answered = 0
    for position in stride(from: 0, to: bytes.count, by: 3) {
      for bit in [0, 7] as [UInt8] {
        var damaged = bytes
        damaged[position] ^= 1 << bit
        let source = BytesSource(damaged)
        if (try? MovieStructure(reading: source, limits: Self.limits)) != nil { answered += 1 }
        _ = try? MovieVerification(of: source, limits: Self.limits)  // that it ends is the question
      }
    }
    #expect(answered > 0)
  }
}
