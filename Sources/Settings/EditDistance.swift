/// How much one has to type to make one name of another.
enum EditDistance {
  /// Names are compared up to this many characters.
  private static let maximumLength = 64

  /// The number of characters to insert, remove, replace or exchange with their neighbour (Damerau and Levenshtein's
  /// distance, in its restricted form), without regard to case.
  static func between(_ first: String, _ second: String) -> Int {
    let first = Array(first.lowercased().prefix(maximumLength))
    let second = Array(second.lowercased().prefix(maximumLength))
    guard !first.isEmpty, !second.isEmpty else { return max(first.count, second.count) }
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for row in 1...first.count {
      var current = [row]
      for column in 1...second.count {
        let cost = first[row - 1] == second[column - 1] ? 0 : 1
        var distance = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + cost)
        if row > 1, column > 1, first[row - 1] == second[column - 2], first[row - 2] == second[column - 1] {
          distance = min(distance, beforeLast[column - 2] + 1)
        }
        current.append(distance)
      }
      (beforeLast, last) = (last, current)
    }
    return last[second.count]
  }

  /// The names that may have been meant, the likeliest first; none where none is alike.
  ///
  /// Alike is what differs in at most a third of its characters (and always in two), and what `name` is a part of, from
  /// three characters on: `720` for `1280x720`, and as people say it, `720p`.
  static func nearest(to name: String, among names: [String], limit: Int) -> [String] {
    let wanted = String(name.lowercased().prefix(maximumLength))
    let part = wanted.hasSuffix("p") ? String(wanted.dropLast()) : wanted
    var ranked: [(distance: Int, name: String)] = []
    for candidate in names where !ranked.contains(where: { $0.name == candidate }) {
      let distance = between(wanted, candidate)
      let isPart = part.count >= 3 && candidate.lowercased().contains(part)
      if isPart || distance <= max(2, min(wanted.count, candidate.count) / 3) { ranked.append((distance, candidate)) }
    }
    return ranked.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(limit).map(\.name)
  }
}
