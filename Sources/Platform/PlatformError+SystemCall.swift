internal import CLinux
internal import Glibc

extension PlatformError {
  /// The error of a raised `StopSignal`.
  public static let stopped = PlatformError(code: .stopped, message: "stopped")

  /// A refused system call as *cannot <verb> '<object>': <reason>; <remedy>*.
  ///
  /// - Parameters:
  ///   - verb: What was tried: "open", "write to".
  ///   - object: What a person calls the thing: a path, "standard input". Control characters are escaped.
  ///   - errorNumber: The call's `errno`.
  ///   - remedy: Said instead of the usual remedy for this error number.
  public init(cannot verb: String, _ object: String, errorNumber: Int32, remedy: String? = nil) {
    var reason = Self.text(of: errorNumber)
    if let remedy = remedy ?? Self.remedy(for: errorNumber) { reason += "; " + remedy }
    self.init(cannot: verb, object, reason: reason, code: Self.code(of: errorNumber), errorNumber: errorNumber)
  }

  /// A refusal that no system call made: *cannot <verb> '<object>': <reason>*.
  public init(cannot verb: String, _ object: String, reason: String, code: Code, errorNumber: Int32? = nil) {
    self.init(code: code, message: "cannot \(verb) '\(Self.escaped(object))': \(reason)", errorNumber: errorNumber)
  }

  /// The code that stands for an error number of errno(3).
  public static func code(of errorNumber: Int32) -> Code {
    switch errorNumber {
    case ENOENT, ENOTDIR: .notFound
    case EACCES, EPERM, EROFS: .permissionDenied
    case EISDIR: .isDirectory
    case EEXIST: .exists
    case ENOSPC, EDQUOT, EFBIG: .noSpace
    case EIO, ENXIO, ENODEV, EPIPE, ECONNRESET, ETIMEDOUT, ESTALE: .inputOutput
    default: .other
    }
  }

  /// strerror(3), from any thread.
  static func text(of errorNumber: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      buffer.initialize(repeating: 0)
      rushes_error_text(errorNumber, buffer.baseAddress, buffer.count)
      return buffer.baseAddress.map { String(cString: $0) } ?? "error \(errorNumber)"
    }
  }

  private static func remedy(for errorNumber: Int32) -> String? {
    switch errorNumber {
    case EACCES, EPERM: "check the permissions of the file and of its directory"
    case EROFS: "name a place on a writable file system"
    case ENOSPC: "free some space, or name a place on another disk"
    case EDQUOT: "the disk quota is used up: free some space, or name a place on another disk"
    case EFBIG: "the file system, or 'ulimit -f', allows no larger file"
    case EMFILE: "raise the limit of open files with 'ulimit -n'"
    case ENFILE: "the whole system has too many open files: raise fs.file-max"
    case EAGAIN: "the limit of threads or memory is reached: see 'ulimit -u'"
    case ENAMETOOLONG: "choose a shorter name"
    default: nil
    }
  }

  /// Keeps a message on one line and a terminal out of a file name's hands.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.properties.generalCategory == .control:
        result += "\\u{" + String(scalar.value, radix: 16) + "}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
