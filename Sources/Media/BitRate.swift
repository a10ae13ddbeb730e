/// How many bits a stream takes a second.
public struct BitRate: Hashable, Sendable {
  /// Bits a second.
  public let bitsPerSecond: Int

  /// A rate in bits a second.
  public init(bitsPerSecond: Int) {
    self.bitsPerSecond = bitsPerSecond
  }

  /// A rate in thousands of bits a second.
  public static func kilobitsPerSecond(_ kilobits: Int) -> BitRate {
    BitRate(bitsPerSecond: saturatingProduct(kilobits, 1000))
  }

  /// A rate in millions of bits a second.
  public static func megabitsPerSecond(_ megabits: Int) -> BitRate {
    BitRate(bitsPerSecond: saturatingProduct(megabits, 1_000_000))
  }

  private static func saturatingProduct(_ number: Int, _ factor: Int) -> Int {
    let (product, overflow) = number.multipliedReportingOverflow(by: factor)
    return overflow ? (number < 0 ? .min : .max) : product
  }
}

extension BitRate: Comparable {
  /// Orders by bits a second.
  public static func < (left: BitRate, right: BitRate) -> Bool {
    left.bitsPerSecond < right.bitsPerSecond
  }
}

extension BitRate: CustomStringConvertible {
  /// `933120 bit/s`.
  public var description: String { "\(bitsPerSecond) bit/s" }
}
