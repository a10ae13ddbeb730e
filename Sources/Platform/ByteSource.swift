/// Random-access bytes of a finite input: a regular file, or a pipe that is spooled as it is read.
///
/// Readers carry their own offsets, so that several demuxer cursors can share one source.
public protocol ByteSource: AnyObject, Sendable {
  /// Reads up to `buffer.count` bytes at `offset`; 0 means that the input ends there.
  ///
  /// Blocks until at least one byte, the end, or a stop. Callable from several threads.
  /// - Throws: `PlatformError` (`.stopped` once the source's `StopSignal` is raised, `.inputOutput`,
  ///   `.inputTooLarge` where a spool reached its limit, `.noSpace`).
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(PlatformError) -> Int

  /// The input's size in bytes; a pipe is read to its end to know it.
  func size() throws(PlatformError) -> Int64
}
