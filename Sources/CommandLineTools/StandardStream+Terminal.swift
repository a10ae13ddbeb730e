internal import CLinux
internal import Glibc

extension StandardStream {
  /// Whether a person looks at the other end.
  public var isTerminal: Bool { isatty(descriptor) == 1 }

  /// The terminal's width now, `nil` where there is no terminal or it does not say.
  public var columns: Int? {
    let columns = Int(rushes_terminal_columns(descriptor))
    return columns > 0 ? columns : nil
  }

  /// The width for text: the terminal's, else `$COLUMNS`, else 80; 100 at most, for the eye's sake.
  public var textColumns: Int {
    let fromEnvironment = environmentValue("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    return min(100, columns ?? fromEnvironment ?? 80)
  }

  /// Whether text may be coloured: on a terminal that is not `dumb`, unless `$NO_COLOR` is set and not empty
  /// (https://no-color.org).
  public var allowsColor: Bool {
    isTerminal && environmentValue("TERM") != "dumb" && (environmentValue("NO_COLOR") ?? "").isEmpty
  }

  /// Whether the locale writes UTF-8, by the variables that setlocale(3) looks at, in its order.
  public static var usesUTF8: Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environmentValue($0) }.first { !$0.isEmpty }
    let name = (locale ?? "").lowercased()
    return name.contains("utf-8") || name.contains("utf8")
  }

  private static func environmentValue(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  private func environmentValue(_ name: String) -> String? { Self.environmentValue(name) }
}
