import Export
import MP4
import Platform
import Settings
import TestSupport
import Testing

/// Only a creation date and languages come through, copies included.
@Suite(.needsFFmpeg)
struct PrivacyTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let location: ClipSpec.Location
    let preset: String
    let forces: Bool
    let name: String

    var testDescription: String { "\(location) \(preset) \(forces) \(name)" }
  }

  static let cases = ClipSpec.Location.allCases.flatMap { location in
    [
      ("640x480", true, "out.mp4"), ("640x480", false, "out.mp4"), ("Passthrough", false, "out.mp4"),
      ("Passthrough", false, "out.mov"), ("AppleM4A", false, "out.m4a"),
    ].map {
      Case(location: location, preset: $0.0, forces: $0.1, name: $0.2)
    }
  }

  @Test("no place, no device and no words of people come through; date and language do", arguments: cases)
  func strips(test: Case) async throws {
    let exported = try await ExportedClip(
      .location(test.location), preset: test.preset, options: ExportOptions(forcesEncoding: test.forces),
      name: test.name)
    let before = try audit(exported.source)
    #expect(!before.findings(of: .location).isEmpty)
    let findings = try audit(exported.path).findings
    #expect(findings == [])
    let bytes = try FileBytes.read(exported.path)
    for secret in [ClipSpec.latitude, "Maker", "secret comment"] {
      #expect(bytes.firstRange(of: Array(secret.utf8)) == nil, "'\(secret)' is in the output")
    }
    let probe = try await exported.probe()
    #expect(probe.tags["creation_time"]?.hasPrefix("2020-02-03T04:05:06") == true)
    #expect(probe.audio?.tags["language"] == "fra" || probe.audio?.tags["language"] == "fre")
  }

  @Test(
    "nothing of a real phone's or action camera's data comes through", .needsMediaLibrary,
    arguments: [
      "rot90-hevc10-hlg-dovi84-mebx-editlist-negctts-iphone.mp4", "data-gopro-gpmd-tmcd-fdsc-max.mp4",
      "rot90-h264-face-old-iphone-oddfps.mov",
    ])
  func realClips(name: String) async throws {
    let exported = try await ExportedClip(Clip.named(name).path, preset: "Passthrough")
    #expect(try audit(exported.path).findings == [])
    #expect(try await FullDecode.errors(exported.path) == [])
  }

  private func audit(_ path: String) throws -> PrivacyAudit {
    try PrivacyAudit(of: FileSource(try FileDescriptor.openForReading(path), stop: try StopSignal()))
  }
}
