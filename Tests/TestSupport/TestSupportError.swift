internal import Glibc

/// The test's own machinery failed: a clip could not be made, a program could not be run.
public struct TestSupportError: Error, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }

  static func system(_ what: String, _ code: Int32 = errno) -> TestSupportError {
    TestSupportError("cannot \(what): \(String(cString: strerror(code)))")
  }
}
