internal import Presets

/// Where presets are found: the user's directory, the programs' own, and files named by path.
///
/// A value without state: files are read when they are asked for.
public struct PresetLibrary: Sendable {
  /// The directory of the user's presets; `nil` for none. One that is missing or cannot be read counts as empty.
  public let userDirectory: String?

  /// A library with this directory of the user's.
  public init(userDirectory: String?) {
    self.userDirectory = userDirectory
  }

  /// The library of a program that runs with this environment: the user's presets are in
  /// `$XDG_CONFIG_HOME/rushes/presets`, or `$HOME/.config/rushes/presets` where that is not an absolute path (as the
  /// XDG Base Directory Specification has it).
  public init(environment: [String: String]) {
    func directory(_ variable: String, _ rest: String) -> String? {
      guard let base = environment[variable], base.hasPrefix("/") else { return nil }
      return base + rest
    }
    self.init(
      userDirectory: directory("XDG_CONFIG_HOME", "/rushes/presets") ?? directory("HOME", "/.config/rushes/presets"))
  }

  /// The names of the presets that are built in, in the order in which a person sees them.
  public static let builtInNames = BuiltInPreset.all.map(\.name)

  /// The preset with this name, or in the file at this path if it has a slash in it or ends in `.json`.
  ///
  /// Names are matched without regard to case, the same case first. A preset of the user's hides the built-in one of the
  /// same name, also when there is a mistake in it: then the mistake is reported.
  /// - Throws: `SettingsError` (`.presetNotFound` with the nearest names, and the codes of `ExportPreset.init`).
  public func preset(named name: String) throws(SettingsError) -> ExportPreset {
    if name.contains("/") || name.hasSuffix(".json") { return try PresetFile.preset(at: name) }
    let entries = allEntries()
    let match = entries.first { $0.name == name && !$0.isBuiltIn } ?? entries.first { $0.matches(name) }
    guard let match else { throw notFound(name, among: entries) }
    return try match.load()
  }

  /// Everything that can be chosen by name: the built-in presets, then the user's by name.
  ///
  /// Built-in ones that are hidden by the user's are left out.
  public func entries() -> [PresetEntry] {
    let entries = allEntries()
    let userNames = Set(entries.filter { !$0.isBuiltIn }.map { $0.name.lowercased() })
    let visible = entries.filter { !$0.isBuiltIn || !userNames.contains($0.name.lowercased()) }
    return visible.filter(\.isBuiltIn) + visible.filter { !$0.isBuiltIn }
  }

  /// The user's presets, then the built-in ones.
  private func allEntries() -> [PresetEntry] {
    let user = userDirectory.map(PresetFile.names(in:)) ?? []
    let directory = userDirectory ?? ""
    return user.map { PresetEntry(name: $0, path: "\(directory)/\($0).json") }
      + BuiltInPreset.all.map { PresetEntry(name: $0.name, path: nil) }
  }

  private func notFound(_ name: String, among entries: [PresetEntry]) -> SettingsError {
    let names = entries.map(\.name)
    let nearest = EditDistance.nearest(to: name, among: names, limit: 3)
    let remedy =
      nearest.isEmpty
      ? "there are \(Self.listed(names.sorted()))"
      : "did you mean \(nearest.map(Self.quoted).joined(separator: " or "))?"
    return SettingsError(
      code: .presetNotFound, message: "cannot find preset '\(SettingsError.visible(name, limit: 80))': \(remedy)")
  }

  private static func quoted(_ name: String) -> String { "'\(SettingsError.visible(name, limit: 80))'" }

  private static func listed(_ names: [String]) -> String {
    let shown = names.prefix(20).map { SettingsError.visible($0, limit: 80) }.joined(separator: ", ")
    return names.count > 20 ? shown + " and others" : shown
  }
}
