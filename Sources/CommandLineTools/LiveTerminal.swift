internal import CLinux

/// The terminal while a program is live on it: keys come one by one and unseen, the cursor is hidden.
///
/// It is given back as it was by `leave()`, and by a crash (SIGSEGV, a trap, abort). Signals that end a program are the
/// program's to handle. There is one for the whole process; what is in the background is left alone.
public enum LiveTerminal {
  /// Remembers how the terminals are and guards them against crashes; once, before `enter()`.
  /// - Parameters:
  ///   - input: Where keys come from; `nil`, or no terminal, for none.
  ///   - output: Where the cursor is hidden; `nil`, or no terminal, for nowhere.
  public static func prepare(input: StandardStream?, output: StandardStream?) {
    let descriptors = [input, output].map { stream in
      stream.flatMap { $0.isTerminal ? $0.descriptor : nil } ?? -1
    }
    rushes_terminal_prepare(descriptors[0], descriptors[1])
  }

  /// Goes live, in the foreground; also again, when the program is continued there.
  public static func enter() { rushes_terminal_enter() }

  /// Gives the terminal back as it was; again without harm.
  public static func leave() { rushes_terminal_leave() }

  /// Whether the program may read keys and draw: it is in the terminal's foreground.
  public static func isInForeground(_ stream: StandardStream) -> Bool {
    rushes_terminal_is_ours(stream.descriptor) != 0
  }
}
