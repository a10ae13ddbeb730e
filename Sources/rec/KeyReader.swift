internal import CommandLineTools
internal import Glibc
internal import Platform

/// Reads standard input on a thread of its own: keys from a terminal, else nothing but its end.
enum KeyReader {
  /// How often a program in the background looks whether it is in the foreground again.
  private static let patience = Duration.milliseconds(200)

  /// Reads until `stop` is raised or the input ends.
  /// - Parameters:
  ///   - onKey: Called on the thread, once for each key; never where the input is no terminal.
  ///   - onEnd: Called on the thread at the input's end; also for Ctrl-D at a terminal, which stands for it.
  /// - Throws: `PlatformError` where the limit of threads is reached.
  static func start(
    stop: StopSignal, onKey: @escaping @Sendable (Key) -> Void, onEnd: @escaping @Sendable () -> Void
  ) throws(PlatformError) {
    let isTerminal = StandardStream.input.isTerminal
    try SystemThread.start(name: "keys") {
      // Raising the stop ends it; what else can be wrong with standard input, such as its terminal being gone, does too.
      try? isTerminal ? readKeys(stop, onKey, onEnd) : drain(stop, onEnd)
    }
  }

  private static func readKeys(
    _ stop: StopSignal, _ onKey: (Key) -> Void, _ onEnd: () -> Void
  ) throws(PlatformError) {
    let input = StandardStream.input
    var decoder = KeyDecoder()
    while true {
      // In the background, reading would stop the process, and what is typed is another program's.
      guard LiveTerminal.isInForeground(input) else {
        try stop.wait(for: patience)
        continue
      }
      let timeout = decoder.isWaiting ? KeyDecoder.patience : patience
      guard !(try stop.wait(forRaw: input.descriptor, .readable, timeout: timeout)).isEmpty else {
        decoder.settle().forEach(onKey)
        continue
      }
      guard LiveTerminal.isInForeground(input) else { continue }
      guard let bytes = read(input.descriptor), !bytes.isEmpty else { return onEnd() }
      for key in decoder.decode(bytes) {
        if key == .control("d") { onEnd() } else { onKey(key) }
      }
    }
  }

  private static func drain(_ stop: StopSignal, _ onEnd: () -> Void) throws(PlatformError) {
    let input = StandardStream.input
    repeat { try stop.wait(forRaw: input.descriptor, .readable) } while !(read(input.descriptor) ?? []).isEmpty
    onEnd()
  }

  /// What is there; empty at the end, `nil` where it cannot be read.
  private static func read(_ descriptor: Int32) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 256)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count >= 0 { return Array(buffer.prefix(count)) }
      if errno != EINTR && errno != EAGAIN { return nil }
    }
  }
}
