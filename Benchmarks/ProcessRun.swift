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
  init(_ arguments: [String]) throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw BenchmarkError("no pipe: \(String(cString: strerror(errno)))") }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_addclose(&actions, ends[0])

    var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var process: pid_t = 0
    let clock = ContinuousClock()
    let start = clock.now
    let status = posix_spawnp(&process, arguments[0], &actions, nil, &pointers, environ)
    close(ends[1])
    guard status == 0 else {
      close(ends[0])
      throw BenchmarkError("cannot run '\(arguments[0])': \(String(cString: strerror(status)))")
    }
    standardOutput = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true).readDataToEndOfFile()
    var exitStatus: Int32 = 0
    var usage = rusage()
    guard wait4(process, &exitStatus, 0, &usage) == process else { throw BenchmarkError("lost '\(arguments[0])'") }
    let elapsed = start.duration(to: clock.now).components
    guard exitStatus == 0 else {
      throw BenchmarkError("'\(arguments.joined(separator: " "))' ended with status \(exitStatus)")
    }
    wall = Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18
    cpu = Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime)
    peakMemory = usage.ru_maxrss << 10
  }

  private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
}
