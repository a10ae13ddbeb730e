public import Settings

extension AssetExportSession {
  /// Those of some presets that fit a source, in their order.
  /// - Parameter source: Opened anew for each preset: a path, or a descriptor of a regular file.
  /// - Throws: `ExportError` where the source serves no preset at all, whichever it is.
  public static func compatiblePresets(
    for source: ExportSource, among presets: [ExportPreset], options: ExportOptions = ExportOptions()
  ) async throws(ExportError) -> [ExportPreset] {
    var compatible: [ExportPreset] = []
    for preset in presets {
      do throws(ExportError) {
        _ = try await AssetExportSession(source: source, preset: preset, options: options).plan()
        compatible.append(preset)
      } catch {
        guard error.code.dependsOnPreset else { throw error }
      }
    }
    return compatible
  }
}
