/// What a test camera looks at: soft shapes with a sensor's grain, made once and copied in rows.
final class TestTexture: Sendable {
  static let width = 512
  static let height = 256
  /// Versions that differ in the grain alone.
  static let versionCount = 4

  static let shared = TestTexture()

  /// Each version's rows of luma, one after the other.
  let luma: [UInt8]
  /// Rows of interleaved chroma, half as many.
  let chroma: [UInt8]

  private init() {
    var random = SeededJitter(amplitude: 0, seed: 7)
    let shapes = Self.clouds(&random, cells: [(8, 4), (32, 16), (128, 64), (256, 128)], heights: [60, 30, 24, 12])
    let colors = (0..<2).map { _ in Self.clouds(&random, cells: [(8, 4)], heights: [48]) }
    var luma: [UInt8] = []
    luma.reserveCapacity(Self.versionCount * shapes.count)
    for _ in 0..<Self.versionCount {
      var word: UInt64 = 0
      for (index, value) in shapes.enumerated() {
        if index % 16 == 0 { word = random.nextWord() }
        luma.append(UInt8(clamping: 40 + value + Int(word & 7) + Int(word >> 1 & 3)))
        word >>= 4
      }
    }
    self.luma = luma
    var chroma: [UInt8] = []
    for y in stride(from: 0, to: Self.height, by: 2) {
      for x in stride(from: 0, to: Self.width, by: 2) {
        for color in colors { chroma.append(UInt8(clamping: 104 + color[y * Self.width + x])) }
      }
    }
    self.chroma = chroma
  }

  /// Sums of smooth noise that goes on where it ends, from 0 to the sum of `heights`.
  private static func clouds(_ random: inout SeededJitter, cells: [(Int, Int)], heights: [Int]) -> [Int] {
    var result = [Int](repeating: 0, count: width * height)
    for ((columns, rows), amplitude) in zip(cells, heights) {
      let corners = (0..<columns * rows).map { _ in Int(random.nextWord() % UInt64(amplitude + 1)) }
      let (stepX, stepY) = (width / columns, height / rows)
      for y in 0..<height {
        let (row, below) = (y / stepY * columns, (y / stepY + 1) % rows * columns)
        let down = smooth(y % stepY, of: stepY)
        for x in 0..<width {
          let (column, next) = (x / stepX, (x / stepX + 1) % columns)
          let right = smooth(x % stepX, of: stepX)
          let above = corners[row + column] * (256 - right) + corners[row + next] * right
          let under = corners[below + column] * (256 - right) + corners[below + next] * right
          result[y * width + x] += (above * (256 - down) + under * down) >> 16
        }
      }
    }
    return result
  }

  /// 0 to 256 along 3t² - 2t³.
  private static func smooth(_ position: Int, of length: Int) -> Int {
    let t = position * 256 / length
    return (t * t * (768 - 2 * t)) >> 16
  }
}
