import Export
import Media
import Platform
import Settings
import TestSupport
import Testing

/// A clip that was exported into a directory of its own.
struct ExportedClip {
  let directory: TemporaryDirectory
  let source: String
  let path: String
  let receipt: ExportReceipt
  let progress: [ExportProgress]

  /// - Throws: What the export threw, once the directory was seen to be empty.
  init(
    _ source: String, preset: String = "640x480", options: ExportOptions = ExportOptions(), name: String = "out.mp4"
  ) async throws {
    self.source = source
    directory = try TemporaryDirectory(named: "rushes-export")
    path = directory.file(name)
    let session = try AssetExportSession(
      source: .file(source), preset: try ExportPreset.builtIn(preset), options: options)
    let collector = Task { await session.progress.reduce(into: [ExportProgress]()) { $0.append($1) } }
    do {
      receipt = try await session.export(to: .file(path, overwriting: false))
    } catch {
      let left = try directory.contents
      #expect(left == [], "a failed export leaves nothing behind")
      #expect(await collector.value.allSatisfy { $0.fraction < 1 }, "a failed export never reaches 1")
      throw error
    }
    progress = await collector.value
    let left = try directory.contents
    #expect(left == [name], "an export leaves its output and nothing else")
  }

  init(
    _ spec: ClipSpec, preset: String = "640x480", options: ExportOptions = ExportOptions(), name: String = "out.mp4"
  ) async throws {
    try await self.init(try await ClipFactory.clip(spec).path, preset: preset, options: options, name: name)
  }

  /// What became of the track of one type that was kept, or else of the first one.
  func track(_ type: String) -> ExportReceipt.TrackReceipt? {
    let tracks = receipt.tracks.filter { $0.type == type }
    return tracks.first { $0.output != nil } ?? tracks.first
  }

  var video: ExportReceipt.TrackReceipt? { track("video") }
  var audio: ExportReceipt.TrackReceipt? { track("audio") }
  var warnings: Set<ExportWarning.Code> { Set(receipt.warnings.map(\.code)) }

  /// ffmpeg's specifier of the source track that was kept, such as `v:1`.
  func sourceStream(_ type: String) -> String {
    let tracks = receipt.source.tracks.filter { $0.type == type }
    let index = tracks.firstIndex { $0.id == track(type)?.source } ?? 0
    return "\(type.prefix(1)):\(index)"
  }

  /// Output against source, on what ffmpeg decodes of the tracks that were kept.
  func sync() async throws -> SyncReport {
    try await SyncReport(
      source: source, output: path, sourceVideo: sourceStream("video"), sourceAudio: sourceStream("audio"))
  }

  func probe() async throws -> Probe { try await Probe(path) }
  func decoded() async throws -> DecodedVideo { try await DecodedVideo(path) }
}

extension ExportPreset {
  static func builtIn(_ name: String) throws -> ExportPreset {
    try PresetLibrary(userDirectory: nil).preset(named: name)
  }
}

/// The error of an export that must fail; `nil` where it did not.
func exportFailure(
  _ source: String, preset: String = "640x480", options: ExportOptions = ExportOptions()
) async throws -> ExportError? {
  do {
    _ = try await ExportedClip(source, preset: preset, options: options)
    return nil
  } catch let error as ExportError {
    return error
  }
}

func exportFailure(
  _ spec: ClipSpec, preset: String = "640x480", options: ExportOptions = ExportOptions()
) async throws -> ExportError? {
  try await exportFailure(try await ClipFactory.clip(spec).path, preset: preset, options: options)
}

/// What an export would do.
func exportPlan(
  _ source: String, preset: String = "640x480", options: ExportOptions = ExportOptions()
) async throws -> ExportPlan {
  try await AssetExportSession(source: .file(source), preset: try .builtIn(preset), options: options).plan()
}

func exportPlan(
  _ spec: ClipSpec, preset: String = "640x480", options: ExportOptions = ExportOptions()
) async throws -> ExportPlan {
  try await exportPlan(try await ClipFactory.clip(spec).path, preset: preset, options: options)
}

extension ExportPlan {
  /// The kept track of a type, or else the first one.
  func track(_ type: MediaType) -> TrackPlan? {
    let all = tracks.filter { $0.mediaType == type }
    return all.first(where: \.isKept) ?? all.first
  }

  func codes(_ type: MediaType) -> [ExportReason.Code] { track(type)?.reasons.map(\.code) ?? [] }
}
