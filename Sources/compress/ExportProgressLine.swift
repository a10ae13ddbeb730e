internal import CommandLineTools
internal import Export
internal import Media

/// Runs an export and shows how far it is.
@MainActor
struct ExportProgressLine {
  private var line: ProgressLine

  /// - Parameter label: What is exported, already safe to show.
  init(mode: ProgressMode, label: String) {
    line = ProgressLine(mode: mode, label: label)
  }

  /// - Returns: What became of it; nothing is left of the line.
  consuming func follow(_ session: AssetExportSession, to target: ExportTarget) async -> Result<
    ExportReceipt, ExportError
  > {
    async let result = session.exportedResult(to: target)
    for await progress in session.progress { line.show(ProgressUpdate(progress)) }
    line.finish()
    return await result
  }
}

extension ProgressUpdate {
  fileprivate init(_ progress: ExportProgress) {
    self.init(
      fraction: progress.fraction, mediaTime: .seconds(progress.mediaTime.seconds),
      size: ByteCount(progress.bytesWritten), expectedSize: progress.expectedBytes.map { ByteCount($0) })
  }
}
