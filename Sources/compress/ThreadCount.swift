internal import CommandLineTools

/// A number of encoder threads as it stands on a command line: 0 to 64.
struct ThreadCount: ArgumentValue {
  /// 0 leaves it to the encoder.
  let count: Int

  static let expectation = "a number from 0 to 64"

  init?(argumentText: String) {
    guard let count = Int(argumentText), (0...64).contains(count) else { return nil }
    self.count = count
  }
}
