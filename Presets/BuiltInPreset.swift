/// One of the presets that are part of the program: its name and its JSON, byte for byte as in `Data`.
///
/// README.md beside this file says what the JSON means; `Settings` reads it.
public struct BuiltInPreset: Sendable {
  /// The file's name without `.json`, which is the preset's name.
  public let name: String
  /// The file's content.
  public let json: [UInt8]

  /// All of them, in the order in which a person sees them listed.
  public static let all = [
    // The package manager makes the constants' names of the files', and a leading digit an underscore.
    BuiltInPreset(name: "LowQuality", json: PackageResources.LowQuality_json),
    BuiltInPreset(name: "MediumQuality", json: PackageResources.MediumQuality_json),
    BuiltInPreset(name: "HighestQuality", json: PackageResources.HighestQuality_json),
    BuiltInPreset(name: "640x480", json: PackageResources._40x480_json),
    BuiltInPreset(name: "960x540", json: PackageResources._60x540_json),
    BuiltInPreset(name: "1280x720", json: PackageResources._280x720_json),
    BuiltInPreset(name: "1920x1080", json: PackageResources._920x1080_json),
    BuiltInPreset(name: "3840x2160", json: PackageResources._840x2160_json),
    BuiltInPreset(name: "AppleM4A", json: PackageResources.AppleM4A_json),
    BuiltInPreset(name: "Passthrough", json: PackageResources.Passthrough_json),
  ]
}
