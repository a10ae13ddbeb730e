internal import Platform
internal import Reading

/// An export's source, open: its descriptor and an `AssetReader` over it.
struct OpenedSource {
  let descriptor: FileDescriptor
  let reader: AssetReader
  /// Bytes, for a second reader over the same input.
  let bytes: any ByteSource

  /// - Parameter executor: Where the reader works; `nil` gives it a thread of its own.
  /// - Throws: `ExportError`.
  init(_ source: ExportSource, options: ExportOptions, stop: StopSignal, executor: ThreadExecutor?) async throws {
    let name = source.name
    do {
      switch source {
      case .file(let path): descriptor = try FileDescriptor.openForReading(path)
      case .descriptor(let file, _): descriptor = file
      }
      if descriptor.isRegularFile {
        let size = try descriptor.size()
        if let limit = options.maximumInputSize, size > limit {
          throw ExportError(
            code: .inputTooLarge,
            message: "cannot export '\(name)': its \(size) bytes are more than the \(limit) allowed")
        }
        guard size > 0 else { throw ExportError(code: .damagedInput, message: "cannot export '\(name)': it is empty") }
        bytes = FileSource(descriptor, stop: stop)
      } else {
        bytes = try SpoolSource(descriptor, stop: stop, limit: options.maximumInputSize)
      }
    } catch let error as PlatformError {
      throw ExportError(opening: name, error)
    }
    do {
      reader = try await AssetReader.open(bytes, stop: stop, executor: executor)
    } catch let error as ReadingError {
      throw ExportError(reading: name, error)
    }
  }
}
