internal import CommandLineTools
internal import Settings

/// Decides where each input's export goes.
struct OutputNaming: Sendable {
  /// What `-o` says.
  let output: FileName?
  let inputCount: Int
  let presetName: String
  let container: ContainerFormat

  /// Endings of media files that are not made here: a file so called would lie about what it is.
  private static let otherMedia: Set<String> = [
    "3gp", "aac", "avi", "flac", "flv", "gif", "m2ts", "mkv", "mp3", "mpeg", "mpg", "mts", "ogg", "ogv", "opus", "ts",
    "wav", "webm", "wmv",
  ]

  /// - Throws: `Failure` (`.usage`) where `-o` does not go with the inputs.
  func place(for input: FileName) throws(Failure) -> OutputPlace {
    guard let output else {
      return input.isStandardStream ? .standardOutput : .file(besides(input))
    }
    if !output.isStandardStream, isDirectory(output) {
      guard !input.isStandardStream else {
        throw usage("cannot use '-o \(output.escaped)': standard input has no name; name a file")
      }
      return .file(output.appending(component: name(for: input)))
    }
    guard inputCount == 1 else {
      throw usage("cannot use '-o \(output.escaped)' for \(inputCount) inputs: name a directory")
    }
    if output.isStandardStream { return .standardOutput }
    let ending = output.fileExtension
    if Self.otherMedia.contains(ending.lowercased()) {
      throw usage("cannot use '-o \(output.escaped)': .\(ending) is not made here; end the name in .mp4, .mov or .m4a")
    }
    return .file(output)
  }

  /// In the input's directory; a bare name stays one.
  private func besides(_ input: FileName) -> FileName {
    let slash = UInt8(ascii: "/")
    return input.bytes.contains(slash) ? input.directory.appending(component: name(for: input)) : name(for: input)
  }

  /// `<name>-<preset>.<extension>`.
  private func name(for input: FileName) -> FileName {
    input.stem.appending(suffix: "-\(presetName).\(container.fileExtension)")
  }

  private func isDirectory(_ name: FileName) -> Bool {
    name.bytes.last == UInt8(ascii: "/") || FileIdentity.isDirectory(name)
  }

  private func usage(_ message: String) -> Failure { Failure(.usage, message) }
}
