internal import CommandLineTools

/// x264's constant rate factor.
struct Quality: ArgumentValue {
  let factor: Int

  static let expectation = "a number from 0 (lossless) to 51 (worst)"

  init?(argumentText: String) {
    guard let factor = Int(argumentText), (0...51).contains(factor) else { return nil }
    self.factor = factor
  }
}
