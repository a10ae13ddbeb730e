import Foundation
import Glibc

/// One finished run of a program, by the operating system's own account.
struct ProcessRun {
  /// User and system seconds.
  let cpu: Double
  /// Wall-clock seconds.
  let wall: Double
  /// Largest resident size in bytes.
  let peakMemory: Int
  let standardOutput: Data

  /// Runs a program to its end; its standard error is passed on.
  /// - Parameters:
  ///   - standardInput: A command whose output it reads; nothing otherwise.
  ///   - onTick: Called every half second while it runs.
  init(_ arguments: [String], standardInput: [String]? = nil, onTick: ((pid_t) -> Void)? = nil) throws {
    var feeder: pid_t?
    var input: Int32?
    if let standardInput {
      let ends = try Self.makePipe()
      // The reader shall not have to wait for each picture piece by piece.
      let setPipeSize: Int32 = 1031  // F_SETPIPE_SZ, which Glibc's module does not show.
      _ = fcntl(ends[1], setPipeSize, Int32(1 << 20))
      feeder = try Self.spawn(standardInput, input: nil, output: ends[1], closing: ends)
      close(ends[1])
      input = ends[0]
    }
    let ends = try Self.makePipe()
    let clock = ContinuousClock()
    let start = clock.now
    let process: pid_t
    do {
      defer {
        close(ends[1])
        if let input { close(input) }
      }
      process = try Self.spawn(arguments, input: input, output: ends[1], closing: ends + (input.map { [$0] } ?? []))
    }
    standardOutput = Self.readToEnd(ends[0]) { onTick?(process) }
    var exitStatus: Int32 = 0
    var usage = rusage()
    guard wait4(process, &exitStatus, 0, &usage) == process else { throw BenchmarkError("lost '\(arguments[0])'") }
    let elapsed = start.duration(to: clock.now).components
    if let feeder { waitpid(feeder, nil, 0) }
    guard exitStatus == 0 else {
      throw BenchmarkError("'\(arguments.joined(separator: " "))' ended with status \(exitStatus)")
    }
    wall = Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18
    cpu = Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime)
    peakMemory = usage.ru_maxrss << 10
  }

  private static func makePipe() throws -> [Int32] {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw BenchmarkError("no pipe: \(String(cString: strerror(errno)))") }
    return ends
  }

  /// Starts a program; `input` of `nil` is empty.
  private static func spawn(
    _ arguments: [String], input: Int32?, output: Int32, closing: [Int32]
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, 0)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    for descriptor in closing { posix_spawn_file_actions_addclose(&actions, descriptor) }
    var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var process: pid_t = 0
    let status = posix_spawnp(&process, arguments[0], &actions, nil, &pointers, environ)
    guard status == 0 else {
      throw BenchmarkError("cannot run '\(arguments[0])': \(String(cString: strerror(status)))")
    }
    return process
  }

  /// Reads until the other side is closed, and closes this one.
  private static func readToEnd(_ descriptor: Int32, onTick: () -> Void) -> Data {
    defer { close(descriptor) }
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&waiting, 1, 500) == 0 {
        onTick()
        continue
      }
      let count = read(descriptor, &buffer, buffer.count)
      if count <= 0 { return data }
      data += buffer[..<count]
    }
  }

  private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
}
