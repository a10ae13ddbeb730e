internal import CommandLineTools
internal import Export
internal import Platform
internal import Settings

/// Where one export goes.
enum OutputPlace: Hashable, Sendable {
  case standardOutput
  case file(FileName)

  /// The name for messages, escaped.
  var shown: String {
    switch self {
    case .standardOutput: "standard output"
    case .file(let name): name.escaped
    }
  }

  /// What is there now.
  var identity: FileIdentity? {
    switch self {
    case .standardOutput: FileIdentity(regularFile: StandardStream.output.descriptor)
    case .file(let name): FileIdentity(name)
    }
  }

  /// The kind of file that its name asks for; `nil` leaves it to the preset.
  var container: ContainerFormat? {
    guard case .file(let name) = self else { return nil }
    return ContainerFormat(fileExtension: name.fileExtension)
  }

  /// What the session is told.
  /// - Throws: `Failure` where the place cannot be written to at all.
  func target(overwriting: Bool) throws(Failure) -> ExportTarget {
    switch self {
    case .file(let name):
      guard let path = name.validText else {
        throw Failure(
          .cannotCreate, code: ExportError.Code.cannotCreate.rawValue,
          "cannot write '\(name.escaped)': the name is not UTF-8; name another output with -o")
      }
      return .file(path, overwriting: overwriting)
    case .standardOutput:
      guard StandardStream.output.isWritable else {
        throw Failure(
          .inputOutput, code: ExportError.Code.outputError.rawValue,
          "cannot write to 'standard output': it is not open for writing")
      }
      do {
        return .descriptor(try FileDescriptor.duplicating(StandardStream.output.descriptor, name: shown))
      } catch {
        throw Failure(.inputOutput, code: ExportError.Code.outputError.rawValue, error.message)
      }
    }
  }
}
