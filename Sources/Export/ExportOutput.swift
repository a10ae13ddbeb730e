internal import Platform
internal import Settings

/// The output in the making, whichever kind of target it is for. Used by one session.
final class ExportOutput {
  private let target: ExportTarget
  private var partial: PartialFile?
  private var spool: FileDescriptor?

  /// Refuses what can be refused before anything is read.
  /// - Throws: `PlatformError` (`.exists`, `.notFound`, `.permissionDenied`, …), `ExportError`.
  init(_ target: ExportTarget) throws {
    self.target = target
    guard case .file(let path, let isOverwriting) = target else { return }
    let partial = try PartialFile(target: path)
    self.partial = partial
    if !isOverwriting, partial.targetIdentity != nil {
      defer { partial.discard() }
      try partial.requireVacantTarget()
    }
  }

  /// What the target's name asks for; `nil` leaves it to the preset.
  var container: ContainerFormat? {
    guard case .file(let path, _) = target else { return nil }
    guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return nil }
    return ContainerFormat(fileExtension: String(path[path.index(after: dot)...]))
  }

  /// The file that is written; `create` comes first.
  var descriptor: FileDescriptor {
    get throws {
      guard let file = partial?.descriptor ?? spool else {
        throw ExportError(code: .internalError, message: "there is no output yet")
      }
      return file
    }
  }

  /// Makes what is still missing, and refuses to replace the source by itself.
  func create(beside source: FileDescriptor, sourceName: String) throws {
    if let identity = partial?.targetIdentity, identity == source.identity {
      throw ExportError(
        code: .sameFile,
        message: "cannot export '\(sourceName)': input and output are the same file; name another output")
    }
    if case .descriptor = target { spool = try FileDescriptor.unlinkedTemporaryFile() }
  }

  /// Empties it for a second pass.
  func restart() throws { try descriptor.truncate(to: 0) }

  /// Gives the file its name, or copies it to where it goes.
  func publish(stop: StopSignal) throws {
    switch target {
    case .file(_, let isOverwriting):
      try partial?.publish(overwriting: isOverwriting)
    case .descriptor(let output):
      try copy(to: output, stop: stop)
    }
  }

  private func copy(to output: FileDescriptor, stop: StopSignal) throws {
    guard let spool else { return }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
    defer { buffer.deallocate() }
    var offset: Int64 = 0
    while true {
      let count = try spool.read(into: buffer, at: offset)
      guard count > 0 else { return }
      try output.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), stop: stop)
      offset += Int64(count)
    }
  }
}
