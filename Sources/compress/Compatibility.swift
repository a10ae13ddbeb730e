internal import CommandLineTools
internal import Export
internal import Media
internal import Settings

/// `--compatible`: which presets fit a file, and why the others do not.
@MainActor
struct Compatibility {
  private struct Row: Encodable {
    struct Refusal: Encodable {
      let code: String
      let message: String
    }

    let preset: String
    let isCompatible: Bool
    let plan: ExportPlan?
    let error: Refusal?
  }

  private struct Answer: Encodable {
    let schema = 1
    let presets: [Row]
  }

  let file: FileName
  let presets: [ExportPreset]
  let arguments: CompressArguments
  let interruption: Interruption

  /// - Returns: `.ok` where a preset fits, else `.data`.
  /// - Throws: `Failure` where the file serves no preset at all.
  func show() async throws(Failure) -> ExitCode {
    if file.isStandardStream, FileIdentity(regularFile: StandardStream.input.descriptor) == nil {
      throw Failure(.usage, "cannot use '--compatible -': standard input is no file, and can be read once")
    }
    var rows: [Row] = []
    for preset in presets { rows.append(try await row(preset)) }
    if arguments.isJSON {
      try StandardStream.output.show(json: Answer(presets: rows))
    } else {
      var table = TextTable()
      for row in rows {
        table.append([row.preset, row.isCompatible ? "yes" : "no", row.plan?.summary ?? reason(row)])
      }
      try StandardStream.output.show(table.text)
    }
    return rows.contains(where: \.isCompatible) ? .ok : .data
  }

  /// Why not, without the file's name in each row.
  private func reason(_ row: Row) -> String {
    let message = row.error?.message ?? ""
    let beginning = "cannot export '\(file.shown)': "
    return message.hasPrefix(beginning) ? String(message.dropFirst(beginning.count)) : message
  }

  private func row(_ preset: ExportPreset) async throws(Failure) -> Row {
    let source = try ExportSource(file)
    do {
      let session = try AssetExportSession(source: source, preset: preset, options: arguments.options)
      let plan = try await interruption.stopping(session) { await session.plannedResult(nil) }.get()
      return Row(preset: preset.name, isCompatible: true, plan: plan, error: nil)
    } catch {
      let failure = Failure(error, names: [file])
      guard error.code.dependsOnPreset else { throw failure }
      return Row(
        preset: preset.name, isCompatible: false, plan: nil,
        error: Row.Refusal(code: failure.code, message: failure.message))
    }
  }
}

extension ExportPlan {
  /// What comes out, in a few words: `H.264 360x640, AAC copied`.
  fileprivate var summary: String {
    keptTracks.map { track in
      switch track.action {
      case .copy: "\(track.codec) copied"
      case .encodeVideo(let settings, _): "H.264 \(settings.size)"
      case .encodeAudio(let settings): "AAC \(settings.bitRate.bitsPerSecond / 1000) kbit/s"
      case .drop: ""
      }
    }.joined(separator: ", ")
  }
}
