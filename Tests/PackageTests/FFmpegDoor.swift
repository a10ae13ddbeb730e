import Foundation
import TestSupport

/// The rules that keep FFmpeg behind its door.
enum FFmpegDoor {
  /// The one file that may know FFmpeg's version.
  static let shim = "Sources/CFFmpeg/shim.h"
  /// The modules that may see FFmpeg's types.
  static let modules: Set<String> = ["Media", "Codecs"]

  /// One line for each breach, by the path below the package's root.
  static func violations(path: String, text: String) -> [String] {
    let components = path.split(separator: "/")
    let module = components.count > 2 && components[0] == "Sources" ? String(components[1]) : String(components[0])
    var lines: [String] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let words = line.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" })
      let isDirective = line.drop(while: { $0 == " " }).hasPrefix("#")
      let isCondition = isDirective && (words.first.map { $0.hasPrefix("if") || $0.hasPrefix("el") } ?? false)
      let names = ["LIBAV", "LIBSW", "FFMPEG", "AVUTIL", "AVCODEC", "AVFORMAT", "AVFILTER", "AV_"]
      if isCondition, path != shim, names.contains(where: { line.uppercased().contains($0) }) {
        lines.append("\(path):\(index + 1): a condition on FFmpeg's version outside \(shim)")
      }
      // 'import CFFmpeg' and 'import struct CFFmpeg.AVFrame'.
      let imports = words.firstIndex(of: "import").map { words[$0...].dropFirst().prefix(2) } ?? []
      if imports.contains("CFFmpeg"), !modules.contains(module), components[0] != "Tests" {
        lines.append("\(path):\(index + 1): CFFmpeg imported outside \(modules.sorted().joined(separator: " and "))")
      }
    }
    return lines
  }

  /// Every source of this package, by its path below the root.
  static func sources() throws -> [(path: String, text: String)] {
    let root = PackageRoot.path
    var found: [(path: String, text: String)] = []
    for directory in ["Sources", "Tests", "Presets", "Benchmarks"] {
      let files = FileManager.default.enumerator(atPath: "\(root)/\(directory)")
      while let file = files?.nextObject() as? String {
        guard [".swift", ".h", ".c"].contains(where: file.hasSuffix) else { continue }
        let path = "\(directory)/\(file)"
        found.append((path, try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)))
      }
    }
    return found
  }
}
