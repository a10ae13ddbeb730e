internal import CommandLineTools
internal import Export
internal import Glibc
internal import Platform

extension ExportSource {
  /// The source that an input on the command line stands for.
  /// - Throws: `Failure` where standard input cannot be read, or a name that is not UTF-8 cannot be opened.
  init(_ input: FileName) throws(Failure) {
    if input.isStandardStream {
      self = try Self.standardInput()
    } else if let path = input.validText {
      self = .file(path)
    } else {
      self = try Self.opened(input)
    }
  }

  /// What messages call standard input.
  static let standardInputName = "standard input"

  private static func standardInput() throws(Failure) -> ExportSource {
    let stream = StandardStream.input
    guard stream.isReadable else {
      throw Failure(
        .noInput, code: ExportError.Code.inputError.rawValue,
        "cannot export '\(standardInputName)': it is not open for reading")
    }
    do {
      let file = try FileDescriptor.duplicating(stream.descriptor, name: standardInputName)
      guard file.kind != .directory else {
        throw Failure(
          .noInput, code: ExportError.Code.inputIsDirectory.rawValue,
          "cannot export '\(standardInputName)': it is a directory")
      }
      return .descriptor(file, name: standardInputName)
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(.unavailable, code: ExportError.Code.unavailable.rawValue, "\(error)")
    }
  }

  /// A file whose name no `String` can hold, opened byte by byte.
  private static func opened(_ input: FileName) throws(Failure) -> ExportSource {
    // Not blocking, so that a named pipe without a writer does not hold the program up.
    let descriptor = input.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
    guard descriptor >= 0 else {
      let error = PlatformError(cannot: "open", "", errorNumber: errno)
      let code: ExportError.Code =
        switch error.code {
        case .notFound: .inputNotFound
        case .permissionDenied: .inputPermissionDenied
        default: .inputError
        }
      throw Failure(
        code.exitCode, code: code.rawValue,
        error.message.replacing("cannot open ''", with: "cannot open '\(input.escaped)'"))
    }
    let file = FileDescriptor(adopting: descriptor, name: input.escaped)
    guard file.kind != .directory else {
      let code = ExportError.Code.inputIsDirectory
      throw Failure(code.exitCode, code: code.rawValue, "cannot export '\(input.escaped)': it is a directory")
    }
    return .descriptor(file, name: input.text)
  }
}
