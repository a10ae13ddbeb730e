/// Two commands run in turn, after one uncounted run of each.
struct PairedRuns {
  let ours: [ProcessRun]
  let theirs: [ProcessRun]

  /// - Parameter standardInput: A command whose output the second one reads; it is not counted.
  init(_ first: [String], against second: [String], pairs: Int, standardInput: [String]? = nil) throws {
    _ = try ProcessRun(first)
    _ = try ProcessRun(second, standardInput: standardInput)
    var ours: [ProcessRun] = []
    var theirs: [ProcessRun] = []
    for _ in 0..<pairs {
      ours.append(try ProcessRun(first))
      theirs.append(try ProcessRun(second, standardInput: standardInput))
    }
    self.ours = ours
    self.theirs = theirs
  }

  /// Median over the pairs of ours divided by theirs.
  func ratio(_ figure: (ProcessRun) -> Double) -> Double {
    Self.median(zip(ours, theirs).map { figure($0) / figure($1) })
  }

  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return .nan }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
