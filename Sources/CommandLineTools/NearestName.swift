/// The name that was probably meant: one that begins with `text` or differs from it in few letters.
///
/// Letters are compared without their case. `nil` where nothing is near.
public func nearestName(to text: String, in names: [String]) -> String? {
  let wanted = Array(text.lowercased())
  guard !wanted.isEmpty else { return nil }
  let limit = max(1, wanted.count / 3)
  let ranked = names.map { name -> (name: String, distance: Int) in
    let candidate = Array(name.lowercased())
    if wanted.count > 1, candidate.starts(with: wanted) { return (name, 0) }
    return (name, editDistance(wanted, candidate))
  }
  guard let best = ranked.min(by: { $0.distance < $1.distance }), best.distance <= limit else { return nil }
  return best.name
}

/// How many letters have to be inserted, removed, replaced or swapped with their neighbour (optimal string alignment).
private func editDistance(_ a: [Character], _ b: [Character]) -> Int {
  if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
  var rows = [[Int]](repeating: [Int](repeating: 0, count: b.count + 1), count: a.count + 1)
  for i in 0...a.count { rows[i][0] = i }
  for j in 0...b.count { rows[0][j] = j }
  for i in 1...a.count {
    for j in 1...b.count {
      let replaced = rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
      rows[i][j] = min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, replaced)
      if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
        rows[i][j] = min(rows[i][j], rows[i - 2][j - 2] + 1)
      }
    }
  }
  return rows[a.count][b.count]
}
