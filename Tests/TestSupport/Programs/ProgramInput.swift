/// What a program finds on its standard input.
public enum ProgramInput: Sendable {
  /// `/dev/null`.
  case nothing
  /// A pipe that gives these bytes, then ends.
  case bytes([UInt8])
  /// The opened file itself, so the program can seek in it (`< file`).
  case file(String)
  /// A pipe that carries the bytes of the file: as `cat file |`.
  case pipedFile(String)
  /// A pipe the test feeds with `write` and ends with `closeInput`.
  case pipe
  /// A pseudo-terminal nobody types at.
  case terminal
  /// Descriptor 0 is closed (`<&-`).
  case closed
}

/// Where one of a program's outputs goes.
public enum ProgramOutput: Sendable {
  /// A pipe, kept in the result.
  case captured
  /// A pseudo-terminal; what it shows is kept in the result (the terminal writes `\r\n` for `\n`).
  case terminal
  /// A file, made or emptied; `/dev/full` gives ENOSPC.
  case file(String)
  /// A pipe nobody reads (EPIPE).
  case brokenPipe
}
