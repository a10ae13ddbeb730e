internal import Glibc

/// The bytes of a pipe, socket or terminal, kept in a file without a name so that any of them can be read again.
///
/// Bytes are read on demand: a read waits only until its offset has arrived. Several cursors share one source; one that
/// waits for the pipe does not hold up another that reads what has arrived. One thread at a time reads the pipe for all.
public final class SpoolSource: ByteSource, @unchecked Sendable {
  private struct State {
    /// Bytes in the spool; they never change once counted here.
    var spooled: Int64 = 0
    var hasEnded = false
    /// What ended the spooling; bytes before it stay readable.
    var failure: PlatformError?
    /// Whether a thread reads the pipe just now; the others wait for `progressed`.
    var isFilling = false
  }

  private let input: FileDescriptor
  private let stop: StopSignal
  private let limit: Int64
  private let directory: String
  private let spool: FileDescriptor
  private let lock = Lock()
  private let progressed = Condition()
  // Safe: `state` is touched under `lock` alone, `buffer` only by the thread that set `isFilling`.
  private var state = State()
  private let buffer: UnsafeMutableRawBufferPointer

  /// - Parameters:
  ///   - input: Read from where it stands; shared.
  ///   - stop: Ends a blocked read at once when raised.
  ///   - limit: The most bytes to take; reading past it is `.inputTooLarge`. `nil`: as many as the disk holds.
  ///   - directory: Where the spool takes its space; `FileDescriptor.temporaryDirectory` where `nil`.
  /// - Throws: `PlatformError` where no file can be made in `directory`.
  public init(
    _ input: FileDescriptor, stop: StopSignal, limit: Int64? = nil, directory: String? = nil
  ) throws(PlatformError) {
    self.input = input
    self.stop = stop
    self.limit = max(limit ?? .max, 0)
    self.directory = directory ?? FileDescriptor.temporaryDirectory
    spool = try FileDescriptor.unlinkedTemporaryFile(in: self.directory)
    // Last: an `init` that throws runs no `deinit`.
    buffer = .allocate(byteCount: 256 << 10, alignment: 16)
  }

  deinit { buffer.deallocate() }

  /// Bytes that have arrived so far.
  public var bytesSpooled: Int64 { lock.withLock { state.spooled } }

  public func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(PlatformError) -> Int {
    guard offset >= 0 else { throw PlatformError(cannot: "read", input.name, errorNumber: EINVAL) }
    let available = try arrival(after: offset) - offset
    guard available > 0, !buffer.isEmpty else { return 0 }
    let count = Int(min(Int64(buffer.count), available))
    return try spool.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]), at: offset)
  }

  public func size() throws(PlatformError) -> Int64 { try arrival(after: .max) }

  private enum Step {
    case arrived(Int64)
    case fill(at: Int64)
    case failed(PlatformError)
    case look
  }

  /// Waits until the byte at `offset` is spooled, or all are; returns the bytes spooled.
  private func arrival(after offset: Int64) throws(PlatformError) -> Int64 {
    while true {
      try stop.check()
      switch nextStep(toward: offset) {
      case .arrived(let spooled): return spooled
      case .failed(let failure): throw failure
      case .fill(let end): try fill(at: end)
      case .look: continue
      }
    }
  }

  private func nextStep(toward offset: Int64) -> Step {
    lock.withLock {
      if state.spooled > offset || state.hasEnded { return .arrived(state.spooled) }
      if let failure = state.failure { return .failed(failure) }
      if state.isFilling {
        // Whoever fills watches the stop, and broadcasts however it ends.
        progressed.wait(releasing: lock)
        return .look
      }
      state.isFilling = true
      return .fill(at: state.spooled)
    }
  }

  /// Moves what the pipe has, at most one buffer, to the spool's end.
  private func fill(at end: Int64) throws(PlatformError) {
    let outcome = Result { () throws(PlatformError) in try transfer(to: end) }
    lock.withLock {
      state.isFilling = false
      switch outcome {
      case .success(let transfer):
        state.spooled += Int64(transfer.count)
        state.hasEnded = transfer.hasEnded
        state.failure = transfer.failure
      case .failure(let failure):
        // A stop is no property of the pipe.
        if failure.code != .stopped { state.failure = failure }
      }
      progressed.broadcast()
    }
    _ = try outcome.get()
  }

  private struct Transfer {
    var count: Int
    var hasEnded = false
    var failure: PlatformError?
  }

  private func transfer(to end: Int64) throws(PlatformError) -> Transfer {
    let room = limit - end
    // One byte more than there is room for tells "too large" from "just fits".
    let wanted = room < Int64(buffer.count) ? Int(room) + 1 : buffer.count
    let count = try input.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]), stop: stop)
    let kept = Int(min(Int64(count), room))
    do throws(PlatformError) {
      try spool.write(UnsafeRawBufferPointer(rebasing: buffer[..<kept]), at: end)
    } catch {
      throw PlatformError(
        cannot: "spool '\(input.name)' to", directory, errorNumber: error.errorNumber ?? EIO,
        remedy: error.code == .noSpace ? FileDescriptor.temporaryRemedy : nil)
    }
    if count == 0 { return Transfer(count: 0, hasEnded: true) }
    return Transfer(count: kept, failure: count > kept ? tooLarge : nil)
  }

  private var tooLarge: PlatformError {
    PlatformError(
      cannot: "read", input.name, reason: "it is larger than the limit of \(limit) bytes", code: .inputTooLarge)
  }
}
