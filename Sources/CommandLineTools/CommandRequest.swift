/// What a command line asks a program for.
public enum CommandRequest: Sendable {
  /// To do its work.
  case run(ParsedArguments)
  /// To print this on stdout and end well: help, version, manual page, completion script.
  case answer(String)
}
