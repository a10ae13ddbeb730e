internal import CommandLineTools

/// What `--json` prints for an input that was not exported.
struct FailureReceipt: Encodable {
  private struct Error: Encodable {
    let code: String
    let exitCode: Int32
    let message: String
  }

  private struct Source: Encodable {
    let name: String
  }

  private let schema = 1
  private let source: Source
  private let error: Error

  init(_ failure: Failure, input: FileName) {
    source = Source(name: input.isStandardStream ? input.shown : input.text)
    error = Error(code: failure.code, exitCode: failure.exitCode.rawValue, message: failure.message)
  }
}
