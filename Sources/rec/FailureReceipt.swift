internal import CommandLineTools

/// What `--json` prints where nothing was recorded.
struct FailureReceipt: Encodable {
  private let schema = 1
  private let file: String
  private let error: Failure

  init(_ failure: Failure, output: FileName) {
    file = output.text
    error = failure
  }
}
