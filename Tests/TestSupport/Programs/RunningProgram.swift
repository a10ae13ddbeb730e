internal import CSpawn
internal import Foundation
internal import Glibc

/// A program that runs: the test feeds it, signals it, waits for what it says and for its end.
///
/// One thread of its own drains the outputs, feeds the input, and kills the process group at the timeout.
public final class RunningProgram: @unchecked Sendable {
  // Safe: everything mutable is behind `lock`; the descriptors belong to the thread in `serve`.
  public let processIdentifier: Int32
  private let command: [String]
  private let started = ContinuousClock.now
  private let deadline: ContinuousClock.Instant
  private let wake: (read: Int32, write: Int32)
  private let lock = NSLock()
  private var descriptors: Descriptors
  private var pending: [UInt8]
  private var inputEnds: Bool
  private var captured: [[UInt8]] = [[], []]
  private var hasExited = false
  private var finished: ProgramResult?
  private var waiters: [(isReady: (RunningProgram) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

  init(
    path: String, arguments: [String], input: ProgramInput, output: ProgramOutput, errorOutput: ProgramOutput,
    environment: [String: String], directory: String?, timeout: Duration
  ) throws {
    _ = Self.brokenPipesAreErrors
    command = [path] + arguments
    deadline = started.advanced(by: timeout)
    var ends: [Int32] = [-1, -1]
    guard rushes_pipe(&ends) == 0 else { throw TestSupportError.system("make a pipe") }
    wake = (ends[0], ends[1])
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    var descriptors: Descriptors
    do {
      descriptors = try Descriptors(input: input, output: output, errorOutput: errorOutput)
    } catch {
      for end in ends { close(end) }
      throw error
    }
    pending = descriptors.feed ?? []
    inputEnds = descriptors.feed != nil
    do {
      processIdentifier = try spawn(command, descriptors.child, environment: environment, directory: directory)
    } catch {
      descriptors.closeAll()
      for end in ends { close(end) }
      throw error
    }
    descriptors.closeChild()
    self.descriptors = descriptors
    Thread.detachNewThread { self.serve() }
    Thread.detachNewThread { self.awaitExit() }
  }

  /// Adds bytes to the program's input. Returns at once; they are written as the program reads them.
  public func write(_ bytes: [UInt8]) {
    lock.withLock { pending += bytes }
    wakeThread()
  }

  /// Ends the program's input once everything written so far has been taken.
  public func closeInput() {
    lock.withLock { inputEnds = true }
    wakeThread()
  }

  /// Sends a signal to the program alone; does nothing once it has ended.
  public func send(signal: Int32) {
    lock.withLock {
      if finished == nil { _ = kill(processIdentifier, signal) }
    }
  }

  /// Waits until standard error or output contains `text` so many times; `false` if the program ended without saying it.
  public func says(_ text: String, times: Int = 1) async -> Bool {
    let wanted = Data(text.utf8)
    await wait { program in program.captured.contains { Self.count(of: wanted, in: Data($0)) >= times } }
    return lock.withLock { captured.contains { Self.count(of: wanted, in: Data($0)) >= times } }
  }

  private static func count(of wanted: Data, in data: Data) -> Int {
    var (count, rest) = (0, data[...])
    while let found = rest.range(of: wanted) {
      count += 1
      rest = rest[found.upperBound...]
    }
    return count
  }

  /// Waits until the program has taken everything written so far (the pipe may still hold 64 KiB of it).
  public func inputTaken() async { await wait { $0.pending.isEmpty } }

  /// Waits for the end.
  public func result() async -> ProgramResult {
    await wait { _ in false }
    return lock.withLock { finished }
      ?? ProgramResult(
        command: command, exitCode: nil, signal: nil, timedOut: true, output: [], errorOutput: [], elapsedSeconds: 0,
        cpuSeconds: 0, peakMemory: 0)
  }

  /// Suspends until `isReady` (called under the lock) or the end.
  private func wait(until isReady: @escaping (RunningProgram) -> Bool) async {
    await withCheckedContinuation { continuation in
      lock.lock()
      if finished != nil || isReady(self) {
        lock.unlock()
        continuation.resume()
      } else {
        waiters.append((isReady, continuation))
        lock.unlock()
      }
    }
  }

  private func resumeWaiters() {
    lock.lock()
    let ready = waiters.filter { finished != nil || $0.isReady(self) }
    if !ready.isEmpty { waiters.removeAll { finished != nil || $0.isReady(self) } }
    lock.unlock()
    for waiter in ready { waiter.continuation.resume() }
  }

  private func wakeThread() {
    lock.withLock {
      if finished == nil { _ = Glibc.write(wake.write, "!", 1) }
    }
  }

  /// Learns of the exit without reaping, so that the process identifier stays ours until `finish`.
  private func awaitExit() {
    var info = siginfo_t()
    while waitid(P_PID, id_t(processIdentifier), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    lock.withLock { hasExited = true }
    wakeThread()
  }

  private func serve() {
    var timedOut = false
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let (exited, hasInput, ends) = lock.withLock { (hasExited, !pending.isEmpty, inputEnds) }
      if !hasInput, ends, descriptors.own[0] >= 0 { closeOwn(0) }
      let isOpen = descriptors.own[1] >= 0 || descriptors.own[2] >= 0
      if exited && !isOpen { break }
      let left = ContinuousClock.now.duration(to: deadline)
      if left <= .zero, !timedOut {
        timedOut = true
        kill(-processIdentifier, SIGKILL)
      }
      var polled = [
        pollfd(fd: hasInput ? descriptors.own[0] : -1, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: descriptors.own[1], events: Int16(POLLIN), revents: 0),
        pollfd(fd: descriptors.own[2], events: Int16(POLLIN), revents: 0),
        pollfd(fd: wake.read, events: Int16(POLLIN), revents: 0),
      ]
      let milliseconds = timedOut || exited ? 200 : Int32(clamping: left.components.seconds * 1000 + 100)
      let count = poll(&polled, nfds_t(polled.count), min(milliseconds, 3_600_000))
      // A grandchild may hold the outputs open after the program's end: whatever it says now is not the program's.
      if count == 0, exited || timedOut && hasExitedNow { break }
      if polled[3].revents != 0 { _ = read(wake.read, &buffer, buffer.count) }
      if polled[0].revents != 0 { feed() }
      for index in 1...2 where polled[index].revents != 0 { drain(index, &buffer) }
      resumeWaiters()
    }
    finish(timedOut: timedOut)
  }

  private var hasExitedNow: Bool { lock.withLock { hasExited } }

  private func feed() {
    let chunk = lock.withLock { Array(pending.prefix(1 << 16)) }
    let written = Glibc.write(descriptors.own[0], chunk, chunk.count)
    if written >= 0 {
      lock.withLock { pending.removeFirst(written) }
    } else if errno != EAGAIN && errno != EINTR {
      closeOwn(0)
      lock.withLock { pending = [] }
    }
  }

  private func drain(_ index: Int, _ buffer: inout [UInt8]) {
    let count = read(descriptors.own[index], &buffer, buffer.count)
    if count > 0 {
      lock.withLock { captured[index - 1] += buffer[..<count] }
    } else if count == 0 || errno != EINTR {
      closeOwn(index)  // a terminal ends with EIO
    }
  }

  private func closeOwn(_ index: Int) {
    close(descriptors.own[index])
    descriptors.own[index] = -1
  }

  private func finish(timedOut: Bool) {
    var status: Int32 = 0
    var usage = rusage()
    lock.lock()
    while wait4(processIdentifier, &status, 0, &usage) < 0, errno == EINTR {}
    descriptors.closeAll()
    close(wake.read)
    close(wake.write)
    let elapsed = started.duration(to: .now)
    let isSignal = status & 0x7f != 0
    finished = ProgramResult(
      command: command, exitCode: isSignal ? nil : (status >> 8) & 0xff, signal: isSignal ? status & 0x7f : nil,
      timedOut: timedOut, output: captured[0], errorOutput: captured[1], elapsedSeconds: elapsed / .seconds(1),
      cpuSeconds: seconds(usage.ru_utime) + seconds(usage.ru_stime), peakMemory: usage.ru_maxrss * 1024)
    lock.unlock()
    resumeWaiters()
  }

  private func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }

  /// Writing to a program that has ended is an error of that write, not the end of the tests.
  private static let brokenPipesAreErrors: Void = { _ = Glibc.signal(SIGPIPE, SIG_IGN) }()
}
