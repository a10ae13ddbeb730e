internal import CommandLineTools
internal import Settings

/// `--list-presets`: names, each with a line about it.
struct PresetListing {
  private struct Row: Encodable {
    let name: String
    let summary: String
    let container: String
    /// The file of a user's own.
    let path: String?
  }

  private struct Listing: Encodable {
    let schema = 1
    let presets: [Row]
  }

  private var rows: [Row] = []
  private var failures: [Failure] = []

  init(_ library: PresetLibrary) {
    for entry in library.entries() {
      do throws(SettingsError) {
        let preset = try entry.load()
        rows.append(
          Row(name: entry.name, summary: preset.summary, container: preset.container.rawValue, path: entry.path))
      } catch {
        failures.append(Failure(error))
      }
    }
  }

  /// Prints the presets; those with a mistake are told on stderr.
  /// - Returns: What the program ends with.
  func show(asJSON isJSON: Bool) throws(Failure) -> ExitCode {
    if isJSON {
      try StandardStream.output.show(json: Listing(presets: rows))
    } else {
      var table = TextTable()
      for row in rows { table.append([row.name, row.summary]) }
      try StandardStream.output.show(table.text)
    }
    return failures.map { $0.reported() }.first ?? .ok
  }
}

extension PresetLibrary {
  /// Every preset without a mistake.
  var usablePresets: [ExportPreset] {
    // '--list-presets' tells what is wrong with the others.
    entries().compactMap { try? $0.load() }
  }
}
