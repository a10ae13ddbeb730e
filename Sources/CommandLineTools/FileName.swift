/// A file's name or an argument as the system has it: bytes without a NUL, UTF-8 or not.
///
/// `CommandLine.arguments` repairs what is not UTF-8, and the repaired name opens no file. This value keeps the bytes;
/// `text` is the repaired form, for looking at option names and values that are not names of files.
public struct FileName: Hashable, Sendable {
  /// The bytes, without the terminating NUL.
  public let bytes: [UInt8]

  /// `nil` where the bytes hold a NUL, which no name can.
  public init?(bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    if bytes.contains(0) { return nil }
    self.bytes = bytes
  }

  /// `nil` where the text holds a NUL, which no name can.
  public init?(text: String) {
    self.init(bytes: text.utf8)
  }

  /// The bytes up to the terminating NUL, copied.
  public init(cString: UnsafePointer<CChar>) {
    var bytes: [UInt8] = []
    var next = cString
    while next.pointee != 0 {
      bytes.append(UInt8(bitPattern: next.pointee))
      next += 1
    }
    self.bytes = bytes
  }

  init(unchecked bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }

  /// The program's arguments without its name, byte by byte as the system handed them over.
  public static var arguments: [FileName] {
    (0..<Int(CommandLine.argc)).dropFirst().compactMap { index in
      CommandLine.unsafeArgv[index].map { FileName(cString: $0) }
    }
  }

  /// The name as text; what is not UTF-8 becomes U+FFFD.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The name as text, `nil` where it is not UTF-8.
  public var validText: String? { String(validating: bytes, as: UTF8.self) }

  /// Lends the name to a system call; the pointer is valid only inside `body`.
  public func withCString<Result, Failure: Error>(
    _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let terminated = bytes.map { CChar(bitPattern: $0) } + [0]
    return try terminated.withUnsafeBufferPointer { (buffer) throws(Failure) -> Result in
      guard let start = buffer.baseAddress else { preconditionFailure("an array with a NUL has a first element") }
      return try body(start)
    }
  }
}

extension FileName: ExpressibleByStringLiteral {
  /// - Precondition: The literal holds no NUL.
  public init(stringLiteral text: String) {
    precondition(!text.utf8.contains(0), "a name holds no NUL")
    self.init(unchecked: text.utf8)
  }
}
