/// A size in bytes.
///
/// On the command line and in messages k, M, G and T are powers of 1000, as disks, rates and FFmpeg count; Ki, Mi, Gi
/// and Ti are powers of 1024 (IEC 80000-13).
public struct ByteCount: Hashable, Comparable, Sendable {
  public let bytes: Int64

  public init(_ bytes: Int64) {
    self.bytes = bytes
  }

  public static func < (left: Self, right: Self) -> Bool { left.bytes < right.bytes }
}

extension ByteCount: ArgumentValue {
  public static let expectation = "a size such as 500M, 1.5G or 64KiB"

  /// Digits, with a fraction or not, and a unit: none or B, k, M, G, T, Ki, Mi, Gi, Ti, with a B behind or not, in
  /// small or capital letters. What is not a whole number of bytes is no size.
  public init?(argumentText: String) {
    let number = argumentText.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    var unit = argumentText.dropFirst(number.count).lowercased()
    if unit.hasSuffix("b") { unit.removeLast() }
    let base: Int64 = unit.hasSuffix("i") ? 1024 : 1000
    let powers = base == 1024 ? ["ki", "mi", "gi", "ti"] : ["", "k", "m", "g", "t"]
    guard let index = powers.firstIndex(of: unit) else { return nil }
    let power = base == 1024 ? index + 1 : index
    let factor = (0..<power).reduce(Int64(1)) { result, _ in result * base }
    guard let bytes = DecimalNumber(number)?.multiplied(by: factor) else { return nil }
    self.bytes = bytes
  }
}

extension ByteCount: CustomStringConvertible {
  /// `512 B`, `12.3 kB`, `123 MB`: three digits at least, rounded to the nearest.
  public var description: String {
    let magnitude = bytes.magnitude
    if magnitude < 1000 { return "\(bytes) B" }
    var value = Double(magnitude)
    var unit = "B"
    for next in ["kB", "MB", "GB", "TB", "PB", "EB"] where value >= 999.5 || unit == "B" {
      value /= 1000
      unit = next
    }
    let text = value < 99.95 ? decimalText(value, places: 1) : decimalText(value, places: 0)
    return "\(bytes < 0 ? "-" : "")\(text) \(unit)"
  }
}
