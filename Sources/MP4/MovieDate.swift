/// A time in a header: seconds since the beginning of 1904, UTC (ISO/IEC 14496-12, 8.2.2).
public struct MovieDate: Hashable, Sendable {
  /// From 1904-01-01 to 1970-01-01, in seconds.
  private static let unixEpoch: UInt64 = 2_082_844_800

  /// As written.
  public let secondsSince1904: UInt64

  /// Takes the field as written.
  public init(secondsSince1904: UInt64) {
    self.secondsSince1904 = secondsSince1904
  }

  /// Seconds since 1970; nil where the field was left 0.
  ///
  /// A date before 1970 is what writers leave that count from 1970 by mistake, and is taken so.
  public var unixSeconds: Int64? {
    guard secondsSince1904 > 0 else { return nil }
    let seconds = secondsSince1904 >= Self.unixEpoch ? secondsSince1904 - Self.unixEpoch : secondsSince1904
    return Int64(exactly: seconds)
  }
}
