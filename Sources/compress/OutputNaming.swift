internal import CommandLineTools
internal import Settings

/// Decides where each input's export goes.
struct OutputNaming: Sendable {
  /// What `-o` says.
  let output: FileName?
  let inputCount: Int
  private let presetName: String
  private let container: ContainerFormat
  private let keepsVideo: Bool

  init(output: FileName?, inputCount: Int, preset: ExportPreset) {
    self.output = output
    self.inputCount = inputCount
    presetName = preset.name
    container = preset.container
    keepsVideo = preset.video != .drop
  }

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
    try checkEnding(of: output)
    return .file(output)
  }

  /// A file whose name lies about what it is plays nowhere. No ending at all says nothing, and is the preset's kind.
  private func checkEnding(of output: FileName) throws(Failure) {
    let ending = output.fileExtension
    guard !ending.isEmpty else { return }
    guard let named = ContainerFormat(fileExtension: ending) else {
      throw usage(
        "cannot use '-o \(output.escaped)': the ending is none of \(ContainerFormat.endings.joined(separator: ", "))")
    }
    if named == .m4a, keepsVideo {
      throw usage(
        "cannot use '-o \(output.escaped)' with preset '\(presetName)': .m4a is for sound alone, and the preset keeps "
          + "video; end the name in .mp4 or .mov, or use --preset AppleM4A")
    }
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
