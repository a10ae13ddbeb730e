/// Rows of text in columns, as wide as their widest entry; the last column is as long as it is.
public struct TextTable: Sendable {
  private var rows: [[String]] = []

  public init() {}

  /// Adds a row; its entries become single lines.
  public mutating func append(_ entries: [String]) { rows.append(entries.map(\.singleLine)) }

  /// One line for each row, each with its line break.
  public var text: String {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { $0.indices.contains(column) ? displayWidth(of: $0[column]) : 0 }.max() ?? 0
    }
    return rows.map { row in row.last == "" ? Array(row.dropLast()) : row }.reduce(into: "") { text, row in
      for (column, entry) in row.enumerated() {
        text += entry
        guard column < row.count - 1 else { break }
        text += String(repeating: " ", count: widths[column] - displayWidth(of: entry) + 2)
      }
      text += "\n"
    }
  }
}
