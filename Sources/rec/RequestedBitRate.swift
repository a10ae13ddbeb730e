internal import CommandLineTools
internal import Media

/// Bits a second.
struct RequestedBitRate: ArgumentValue {
  let rate: BitRate

  static let expectation = "bits a second such as 4M or 2500k, from 10k to 1G"

  init?(argumentText: String) {
    guard !argumentText.lowercased().hasSuffix("b"), !argumentText.lowercased().hasSuffix("i"),
      let count = ByteCount(argumentText: argumentText)?.bytes, (10_000...1_000_000_000).contains(count)
    else { return nil }
    rate = BitRate(bitsPerSecond: Int(count))
  }
}
