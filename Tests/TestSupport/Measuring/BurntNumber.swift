extension DecodedFrame {
  /// The number that a test camera burnt into the picture; `nil` where its check does not hold.
  ///
  /// Two rows of 16 squares, white for 1, between 22 and 78 % of the width and 4 and 20 % of the height: 24 bits of the
  /// number, the highest first, then a CRC-8 over them (polynomial 0x07, started with 0xa5). Read from the inner half of
  /// each square, so that scaling and coding may blur the edges.
  public var burntNumber: Int? {
    var bits: UInt32 = 0
    for row in 0..<2 {
      for column in 0..<16 {
        let (x, y) = (0.22 + 0.035 * Double(column), 0.04 + 0.08 * Double(row))
        let luma = meanLuma(x: x + 0.00875...x + 0.02625, y: y + 0.02...y + 0.06)
        bits = bits << 1 | (luma > 128 ? 1 : 0)
      }
    }
    let number = bits >> 8
    return Self.check(number) == UInt8(truncatingIfNeeded: bits) ? Int(number) : nil
  }

  private static func check(_ number: UInt32) -> UInt8 {
    // Bit by bit, from the number's highest on.
    var register: UInt8 = 0xa5
    for bit in (0..<24).reversed() {
      let isSet = (register >> 7) ^ UInt8(truncatingIfNeeded: number >> UInt32(bit) & 1) == 1
      register <<= 1
      if isSet { register ^= 0x07 }
    }
    return register
  }

  /// The band of the picture that flashes is white.
  public var isFlash: Bool { meanLuma(x: 0.1...0.9, y: 0.3...0.7) > 192 }
}
