/// An H.264 stream of a few bytes whose one picture says that it is 16000x16000.
enum HugePicture {
  static let stream: [UInt8] =
    [0, 0, 0, 1, 0x67, 66, 0xc0, 62] + parameters + [0, 0, 0, 1, 0x68] + pictureParameters
    + [0, 0, 0, 1, 0x65] + slice

  /// Sequence parameters behind profile and level (ITU-T H.264, 7.3.2.1.1).
  private static var parameters: [UInt8] {
    var bits = BitWriter()
    bits.exponentialGolomb([0, 0, 2, 1])  // id, log2_max_frame_num - 4, pic_order_cnt_type, max_num_ref_frames
    bits.append(0, count: 1)
    bits.exponentialGolomb([999, 999])  // macroblocks across and down, less one
    bits.append(0b1100, count: 4)  // frames only, direct 8x8, no cropping, no VUI
    return bits.closed
  }

  private static var pictureParameters: [UInt8] {
    var bits = BitWriter()
    bits.exponentialGolomb([0, 0])
    bits.append(0, count: 2)
    bits.exponentialGolomb([0, 0, 0])
    bits.append(0, count: 3)
    bits.exponentialGolomb([0, 0, 0])
    bits.append(0b100, count: 3)
    return bits.closed
  }

  /// The head of an IDR slice of one type (7), and nothing of its macroblocks.
  private static var slice: [UInt8] {
    var bits = BitWriter()
    bits.exponentialGolomb([0, 7, 0])
    bits.append(0, count: 4)
    bits.exponentialGolomb([0])
    bits.append(0, count: 2)
    bits.exponentialGolomb([0, 1])
    return bits.closed + [UInt8](repeating: 0xff, count: 64)
  }

  private struct BitWriter {
    private var bits: [Bool] = []

    mutating func append(_ value: Int, count: Int) {
      for shift in stride(from: count - 1, through: 0, by: -1) { bits.append(value >> shift & 1 == 1) }
    }

    mutating func exponentialGolomb(_ values: [Int]) {
      for value in values {
        let length = Int.bitWidth - (value + 1).leadingZeroBitCount
        append(0, count: length - 1)
        append(value + 1, count: length)
      }
    }

    /// With the stop bit, in whole bytes.
    var closed: [UInt8] {
      var all = bits + [true]
      while all.count % 8 != 0 { all.append(false) }
      return stride(from: 0, to: all.count, by: 8).map { start in
        all[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
      }
    }
  }
}
