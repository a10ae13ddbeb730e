/// The 16 bytes that name a `uuid` box.
public struct ExtendedBoxType: Hashable, Sendable, CustomStringConvertible {
  /// The first eight bytes.
  public let high: UInt64
  /// The last eight bytes.
  public let low: UInt64

  /// Takes the two halves of the UUID, first byte highest.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// 32 lower-case hexadecimal digits.
  public var description: String {
    [high, low].map { half in
      let digits = String(half, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// Adobe's XMP packet (XMP specification part 3, "MPEG-4").
  public static let xmp = ExtendedBoxType(high: 0xBE7A_CFCB_97A9_42E8, low: 0x9C71_9994_91E3_AFAC)
}
