import Foundation
import Glibc
import Platform

/// This process's threads, as /proc shows them.
enum ThreadTable {
  /// The thread called `name`, `nil` where there is none.
  static func identifier(of name: String) -> Int32? {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return tasks.compactMap(Int32.init).first { read("\($0)/comm") == name + "\n" }
  }

  /// Whether the thread waits in the kernel.
  static func isAsleep(_ name: String) -> Bool {
    // The state is the first letter after the name's parenthesis: proc(5).
    guard let thread = identifier(of: name), let status = read("\(thread)/stat") else { return false }
    return status.split(separator: ")").last?.first { $0 != " " } == "S"
  }

  static func currentName() -> String {
    let name = (try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)) ?? ""  // "" is no thread's.
    return String(name.dropLast())
  }

  /// pthread_getattr_np(3), which Swift does not show.
  static let getAttributes = function(
    "pthread_getattr_np", as: (@convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> Int32).self)

  private static func function<Function>(_ name: String, as type: Function.Type) -> Function {
    guard let symbol = dlsym(dlopen(nil, RTLD_NOW), name) else { preconditionFailure("no \(name) in the C library") }
    return unsafeBitCast(symbol, to: type)
  }

  private static func read(_ file: String) -> String? {
    // A thread that has ended meanwhile has no files, or none that can be read.
    guard let opened = try? FileDescriptor.openForReading("/proc/self/task/" + file) else { return nil }
    let bytes = try? [UInt8](unsafeUninitializedCapacity: 1024) { buffer, count in
      count = try opened.read(into: UnsafeMutableRawBufferPointer(buffer), at: 0)
    }
    return bytes.map { String(decoding: $0, as: UTF8.self) }
  }
}

/// Gives way to other threads until `condition` holds; false after 20 seconds without it.
func eventually(_ condition: () -> Bool) async -> Bool {
  let deadline = ContinuousClock.now + .seconds(20)
  while !condition() {
    if ContinuousClock.now > deadline { return false }
    sched_yield()
    await Task.yield()
  }
  return true
}

/// Runs `body`, which may block, on a thread of its own.
func onThread<Value: Sendable>(
  _ name: String, _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    do {
      try SystemThread.start(name: name) { continuation.resume(with: Result { try body() }) }
    } catch {
      continuation.resume(throwing: error)
    }
  }
}

/// The bytes that `source` gives for one read.
func bytes(of source: some ByteSource, at offset: Int64, count: Int) throws -> [UInt8] {
  try [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
    used = try source.read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
  }
}
