internal import Foundation
public import Testing

/// Real clips, kept outside the package: in `$RUSHES_MEDIA`, else in the nearest `shared/media` beside or above it.
public enum MediaLibrary {
  public static let directory: String = {
    if let path = ProcessInfo.processInfo.environment["RUSHES_MEDIA"] { return path }
    var parent = URL(fileURLWithPath: PackageRoot.path)
    while parent.path != "/" {
      parent.deleteLastPathComponent()
      let candidate = parent.appendingPathComponent("shared/media").path
      if FileManager.default.fileExists(atPath: candidate) { return candidate }
    }
    return URL(fileURLWithPath: PackageRoot.path + "/../shared/media").standardizedFileURL.path
  }()

  /// All media files in it, sorted by name; empty if the library is not here.
  public static var clips: [Clip] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []  // no library, no clips
    return names.filter { $0.contains(".") && !$0.hasSuffix(".md") }.sorted().map(Clip.named)
  }

  public static func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: Clip.named(name).path) }
}

extension Trait where Self == ConditionTrait {
  /// Skips the test, with the reason, unless these real clips are here.
  public static func needsClips(_ names: String...) -> Self {
    let missing = names.filter { !MediaLibrary.has($0) }
    return .enabled(
      if: missing.isEmpty,
      "set RUSHES_MEDIA: \(missing.joined(separator: ", ")) is not in '\(MediaLibrary.directory)'")
  }

  /// Skips the test, with the reason, unless the library of real clips is here.
  public static var needsMediaLibrary: Self {
    .enabled(if: !MediaLibrary.clips.isEmpty, "set RUSHES_MEDIA: no clips in '\(MediaLibrary.directory)'")
  }

  /// Skips the test, with the reason, unless `ffmpeg` and `ffprobe` are on `PATH`.
  public static var needsFFmpeg: Self {
    .enabled(if: Program.ffmpeg.isPresent && Program.ffprobe.isPresent, "ffmpeg and ffprobe are not on PATH")
  }

  /// Skips the test, with the reason, unless the program is on `PATH`.
  public static func needsProgram(_ name: String) -> Self {
    .enabled(if: Program(name).isPresent, "\(name) is not on PATH")
  }
}
