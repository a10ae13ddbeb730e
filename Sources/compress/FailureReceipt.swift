internal import CommandLineTools

/// What `--json` prints for an input that was not exported.
struct FailureReceipt: Encodable {
  private struct Source: Encodable {
    let name: String
  }

  private let schema = 1
  private let source: Source
  private let error: Failure

  init(_ failure: Failure, input: FileName) {
    source = Source(name: input.isStandardStream ? input.shown : input.text)
    error = failure
  }
}
