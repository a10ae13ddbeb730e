extension FormatDescription {
  /// MPEG-4 audio's object type as the AudioSpecificConfig signals it: 2 is AAC-LC, 5 SBR (HE-AAC), 29 SBR with
  /// parametric stereo. `nil` for other codecs and where there is no configuration (ADTS).
  ///
  /// libavformat tells the profile of the core alone as long as nothing is decoded.
  /// Source: ISO/IEC 14496-3, 1.6.2.1 and 4.4.1, the backward-compatible extension included.
  public var audioObjectType: Int? {
    guard codec == .aac else { return nil }
    var bits = BitCursor(extraData)
    guard var type = bits.objectType(), let rate = bits.take(4) else { return nil }
    if rate == 15 { _ = bits.take(24) }
    guard let channels = bits.take(4) else { return nil }
    if type == 5 || type == 29 { return type }
    // GASpecificConfig: frame length, core coder (with its delay), extension; a program config has its own channels.
    guard type == 2, channels != 0, bits.take(1) != nil, let hasCore = bits.take(1) else { return type }
    if hasCore == 1 { _ = bits.take(14) }
    _ = bits.take(1)
    if bits.take(11) == 0x2b7, bits.objectType() == 5, bits.take(1) == 1 { type = 5 }
    return type
  }
}

/// Bits of a byte array, highest first.
private struct BitCursor {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next `count` bits as a number; `nil` where there are not so many.
  mutating func take(_ count: Int) -> Int? {
    guard position + count <= bytes.count * 8 else { return nil }
    var value = 0
    for _ in 0..<count {
      value = value << 1 | Int(bytes[position >> 3] >> UInt8(7 - position & 7) & 1)
      position += 1
    }
    return value
  }

  /// GetAudioObjectType(): five bits, and six more for types above 31.
  mutating func objectType() -> Int? {
    guard let type = take(5) else { return nil }
    return type < 31 ? type : take(6).map { 32 + $0 }
  }
}
