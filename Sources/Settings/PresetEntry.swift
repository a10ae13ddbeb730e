internal import Presets

/// A preset that can be chosen by name, not yet read.
public struct PresetEntry: Hashable, Sendable {
  /// What it is called.
  public let name: String
  /// The user's file that it is in; `nil` for one that is built in.
  public let path: String?

  /// Whether it is part of the program.
  public var isBuiltIn: Bool { path == nil }

  /// Reads it.
  /// - Throws: `SettingsError`, as `ExportPreset.init` does, and if the file cannot be read.
  public func load() throws(SettingsError) -> ExportPreset {
    if let path {
      do throws(SettingsError) {
        return try PresetFile.preset(at: path)
      } catch  where error.code == .presetNotFound {
        // The directory has the name: a link to nothing, or removed since.
        throw SettingsError(code: .unreadable, message: error.message, cause: error.cause)
      }
    }
    guard let builtIn = BuiltInPreset.all.first(where: { $0.name == name }) else {
      throw SettingsError(
        code: .presetNotFound, message: "cannot find preset '\(SettingsError.visible(name))': it is not built in")
    }
    return try ExportPreset(json: builtIn.json, name: name, file: "\(name) (built in)")
  }

  func matches(_ other: String) -> Bool { name.lowercased() == other.lowercased() }
}
