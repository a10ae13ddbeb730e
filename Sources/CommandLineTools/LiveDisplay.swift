/// One or more lines at the bottom of a terminal that are drawn again and again in place.
///
/// Owned by one task. A stream that can no longer be written to is left alone: what is shown is never a reason to fail.
public struct LiveDisplay {
  private let write: (String) -> Void
  private let columnCount: () -> Int
  private var shown: [String] = []

  public init(_ stream: StandardStream = .error) {
    self.init(
      columns: { stream.columns ?? 80 },
      // A closed stderr is no reason to stop the work.
      write: { try? stream.write($0) })
  }

  /// For tests: a width and a stream that are given.
  init(columns: @escaping () -> Int, write: @escaping (String) -> Void) {
    columnCount = columns
    self.write = write
  }

  /// The terminal's width now.
  public var columns: Int { columnCount() }

  /// Draws the lines in place of those that are there, in one write; each is to be narrower than the terminal.
  public mutating func show(_ lines: [String]) {
    guard !lines.isEmpty else { return clear() }
    var text = toTop
    // Fewer lines than before: the rest goes.
    if lines.count < shown.count { text += Self.eraseBelow }
    text += lines.map { $0 + Self.eraseRest }.joined(separator: "\n")
    write(text)
    shown = lines
  }

  /// Writes a line of its own, such as a warning, above the live ones.
  public mutating func note(_ line: String) {
    let former = shown
    clear()
    write(line + "\n")
    if !former.isEmpty { show(former) }
  }

  /// Removes the lines.
  public mutating func clear() {
    guard !shown.isEmpty else { return }
    write(toTop + Self.eraseBelow)
    shown = []
  }

  /// Leaves what stands there: the next lines are drawn below it, as after the program was stopped and continued.
  public mutating func abandon() { shown = [] }

  /// To the beginning of the first line that is there.
  private var toTop: String { shown.count > 1 ? "\r\u{1B}[\(shown.count - 1)A" : "\r" }

  // ECMA-48 EL and ED.
  private static let eraseRest = "\u{1B}[K"
  private static let eraseBelow = "\u{1B}[J"
}
