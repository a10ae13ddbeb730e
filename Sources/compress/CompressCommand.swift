internal import CommandLineTools
internal import Export
internal import FoundationEssentials
internal import Settings

/// Does what the command line asks for.
@MainActor
struct CompressCommand {
  let arguments: CompressArguments
  let interruption: Interruption

  init(_ arguments: CompressArguments, interruption: Interruption) {
    self.arguments = arguments
    self.interruption = interruption
  }

  /// - Returns: What the program ends with; what went wrong has been told.
  func run() async -> ExitCode {
    do throws(Failure) {
      let library = PresetLibrary(environment: ProcessInfo.processInfo.environment)
      switch arguments.task {
      case .listPresets:
        return try PresetListing(library).show(asJSON: arguments.isJSON)
      case .compatible(let file):
        let presets = try arguments.preset.map { name throws(Failure) in [try preset(name, of: library)] }
        return try await Compatibility(
          file: file, presets: presets ?? library.usablePresets, arguments: arguments, interruption: interruption
        ).show()
      case .export, .explain:
        let preset = try preset(arguments.preset ?? "", of: library)
        var batch = ExportBatch(arguments, preset: preset, interruption: interruption)
        return try await batch.run()
      }
    } catch {
      return interruption.exitCode ?? error.reported()
    }
  }

  private func preset(_ name: String, of library: PresetLibrary) throws(Failure) -> ExportPreset {
    do {
      return try library.preset(named: name)
    } catch {
      throw Failure(error)
    }
  }
}
