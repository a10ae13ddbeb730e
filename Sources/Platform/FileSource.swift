/// The bytes of a regular file.
///
/// Reads have explicit offsets: the descriptor's own position is neither used nor moved. A file that shrinks while it is
/// read just ends earlier.
public final class FileSource: ByteSource {
  private let file: FileDescriptor
  private let stop: StopSignal

  /// - Parameters:
  ///   - file: Open for reading, seekable; shared, closed with its last reference.
  ///   - stop: Looked at before each read.
  public init(_ file: FileDescriptor, stop: StopSignal) {
    self.file = file
    self.stop = stop
  }

  public func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(PlatformError) -> Int {
    try stop.check()
    return try file.read(into: buffer, at: offset)
  }

  public func size() throws(PlatformError) -> Int64 {
    try stop.check()
    return try file.size()
  }
}
