internal import CFFmpeg
internal import Glibc
internal import Platform

/// FFmpeg's log, kept off the terminal: the last error line of each thread travels with the error it explains.
package enum FFmpegLog {
  private struct Line {
    let thread: UInt
    let text: String
  }

  private static let lock = Lock()
  // Safe: read and written under `lock` alone.
  nonisolated(unsafe) private static var lines: [Line] = []
  private static let capacity = 32

  /// Redirects FFmpeg's log into this process's memory; called before FFmpeg is first used.
  static let install: Void = {
    av_log_set_level(AV_LOG_ERROR)
    av_log_set_callback { context, level, format, arguments in
      guard level <= AV_LOG_ERROR, let format else { return }
      var buffer = [CChar](repeating: 0, count: 512)
      var printPrefix: Int32 = 0
      guard let arguments else { return }
      av_log_format_line2(context, level, format, arguments, &buffer, Int32(buffer.count), &printPrefix)
      FFmpegLog.record(String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
  }()

  /// The calling thread's last error line, forgotten then; without FFmpeg's object addresses and line ends.
  static func takeLastLine() -> String? {
    let thread = UInt(pthread_self())
    return lock.withLock {
      guard let index = lines.lastIndex(where: { $0.thread == thread }) else { return nil }
      let text = lines[index].text
      lines.removeAll { $0.thread == thread }
      return text
    }
  }

  private static func record(_ line: String) {
    var text = Substring(line)
    // "[mov,mp4 @ 0x55…] moov atom not found": the address says nothing to anyone.
    if text.hasPrefix("["), let end = text.range(of: "] ")?.upperBound { text = text[end...] }
    let clean = String(text.filter { !$0.isNewline && $0 != "\0" })
    guard !clean.isEmpty else { return }
    let thread = UInt(pthread_self())
    lock.withLock {
      if lines.count == capacity { lines.removeFirst() }
      lines.append(Line(thread: thread, text: clean))
    }
  }
}

extension Substring {
  fileprivate func range(of separator: String) -> Range<Substring.Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(separator) { return start..<index(start, offsetBy: separator.count) }
      start = index(after: start)
    }
    return nil
  }
}
