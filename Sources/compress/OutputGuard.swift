internal import CommandLineTools
internal import Export

/// Refuses outputs that would take the place of an input, or of another output of the same run.
struct OutputGuard {
  private let inputs: [(name: FileName, identity: FileIdentity)]
  private var taken: [OutputPlace: FileName] = [:]
  private var made: [FileIdentity: FileName] = [:]

  init(inputs: [FileName]) {
    self.inputs = inputs.compactMap { name in
      let identity =
        name.isStandardStream
        ? FileIdentity(regularFile: StandardStream.input.descriptor) : FileIdentity(name)
      return identity.map { (name, $0) }
    }
  }

  /// Takes the place for the input.
  /// - Throws: `Failure` (`.cannotCreate`) where it is not free for it.
  mutating func take(_ place: OutputPlace, for input: FileName) throws(Failure) {
    let identity = place.identity
    if let identity,
      let other = inputs.first(where: { $0.name == input && $0.identity == identity })
        ?? inputs.first(where: { $0.identity == identity })
    {
      throw Failure(
        .cannotCreate, code: ExportError.Code.sameFile.rawValue,
        other.name == input
          ? "cannot export '\(input.shown)': input and output are the same file; name another output with -o"
          : "cannot export '\(input.shown)': its output '\(place.shown)' is the input '\(other.name.shown)'")
    }
    if let other = taken[place] ?? identity.flatMap({ made[$0] }) {
      throw Failure(
        .cannotCreate, code: ExportError.Code.targetExists.rawValue,
        "cannot export '\(input.shown)': its output '\(place.shown)' is that of '\(other.shown)' already")
    }
    taken[place] = input
  }

  /// Remembers what was made, by whatever name another input's output may have it.
  mutating func note(_ place: OutputPlace, madeOf input: FileName) {
    guard case .file = place, let identity = place.identity else { return }
    made[identity] = input
  }
}

extension FileName {
  /// The input's name for messages, escaped.
  var shown: String { isStandardStream ? ExportSource.standardInputName : escaped }
}
