internal import Glibc

extension FileDescriptor {
  /// Reads at `offset` until `buffer` is full or the file ends; returns the bytes read.
  public func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(PlatformError) -> Int {
    var done = 0
    while done < buffer.count {
      let (rest, position) = (UnsafeMutableRawBufferPointer(rebasing: buffer[done...]), off_t(offset) + off_t(done))
      let count = retryingInterrupts { pread(rawValue, rest.baseAddress, rest.count, position) }
      guard count >= 0 else { throw failure("read") }
      if count == 0 { break }
      done += count
    }
    return done
  }

  /// Writes all `bytes` at `offset`.
  public func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(PlatformError) {
    var done = 0
    while done < bytes.count {
      let (rest, position) = (UnsafeRawBufferPointer(rebasing: bytes[done...]), off_t(offset) + off_t(done))
      let count = retryingInterrupts { pwrite(rawValue, rest.baseAddress, rest.count, position) }
      guard count >= 0 else { throw failure("write to") }
      done += count
    }
  }

  /// Reads what is there, at most `buffer.count` bytes, from the open file's own position; 0 is the end.
  ///
  /// Waits for the first byte, or for the stop. (A blocking pipe that another process reads too may let it wait on.)
  public func read(into buffer: UnsafeMutableRawBufferPointer, stop: StopSignal) throws(PlatformError) -> Int {
    while true {
      if isRegularFile { try stop.check() } else { try stop.wait(for: self, .readable) }
      let count = retryingInterrupts { Glibc.read(rawValue, buffer.baseAddress, buffer.count) }
      if count >= 0 { return count }
      if errno != EAGAIN { throw failure("read") }
    }
  }

  /// Writes all `bytes` at the open file's own position, as to standard output; a full pipe waits for its reader or for
  /// the stop.
  public func write(_ bytes: UnsafeRawBufferPointer, stop: StopSignal) throws(PlatformError) {
    // A pipe that polls writable takes PIPE_BUF (4096) bytes without blocking: pipe(7).
    let portion = isRegularFile ? 1 << 20 : 4096
    var rest = bytes[...]
    while !rest.isEmpty {
      if isRegularFile { try stop.check() } else { try stop.wait(for: self, .writable) }
      let chunk = UnsafeRawBufferPointer(rebasing: rest.prefix(portion))
      let count = retryingInterrupts { Glibc.write(rawValue, chunk.baseAddress, chunk.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EAGAIN {
        throw failure("write to")
      }
    }
  }
}
