internal import CALSA

/// ALSA's messages, kept off the terminal: the last one of a thread travels with the error it explains.
enum ALSALog {
  /// Redirects the messages of this process; to be touched before ALSA is first used.
  static let install: Void = rushes_alsa_catch_errors()

  /// The calling thread's last message, forgotten then.
  static func takeLastLine() -> String? {
    guard let line = rushes_alsa_last_line(), line.pointee != 0 else { return nil }
    defer { line.pointee = 0 }
    return String(cString: line).split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// Why a call failed: the system's word for the number, and ALSA's own last one where there was any.
  static func reason(_ status: Int32) -> String {
    let text = snd_strerror(status).map { String(cString: $0) } ?? "error \(status)"
    guard let line = takeLastLine() else { return text }
    return "\(text) (\(line))"
  }
}
