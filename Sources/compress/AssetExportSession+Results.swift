internal import Export
internal import Settings

extension AssetExportSession {
  /// `plan`, its error as a value.
  nonisolated func plannedResult(_ container: ContainerFormat?) async -> Result<ExportPlan, ExportError> {
    do {
      return .success(try await plan(container: container))
    } catch {
      return .failure(error)
    }
  }

  /// `export`, its error as a value.
  nonisolated func exportedResult(to target: ExportTarget) async -> Result<ExportReceipt, ExportError> {
    do {
      return .success(try await export(to: target))
    } catch {
      return .failure(error)
    }
  }
}
