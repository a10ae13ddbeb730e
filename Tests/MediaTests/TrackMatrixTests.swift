import Media
import Testing

@Suite struct TrackMatrixTests {
  static let size = PixelSize(width: 1920, height: 1080)

  @Test("a matrix that was written is read back as its orientation", arguments: Orientation.allCases)
  func roundTrip(orientation: Orientation) {
    let matrix = orientation.trackMatrix(codedSize: Self.size)
    #expect(Orientation(trackMatrix: matrix) == orientation)
  }

  @Test("the matrix puts the picture exactly on the origin at its upright size", arguments: Orientation.allCases)
  func translation(orientation: Orientation) throws {
    let matrix = orientation.trackMatrix(codedSize: Self.size)
    let first = try #require(matrix.map(PixelPoint(x: 0, y: 0)))
    let last = try #require(matrix.map(PixelPoint(x: 1920, y: 1080)))
    #expect(PixelRect(corner: first, last) == PixelRect(orientation.map(Self.size)))
  }

  @Test("the matrix moves every point as the orientation does", arguments: Orientation.allCases)
  func samePoints(orientation: Orientation) {
    let matrix = orientation.trackMatrix(codedSize: Self.size)
    for point in [PixelPoint(x: 0, y: 0), PixelPoint(x: 3, y: 1000), PixelPoint(x: 1919.5, y: 0.25)] {
      #expect(matrix.map(point) == orientation.map(point, in: Self.size))
    }
  }

  @Test("a phone's portrait clip has the matrix that QuickTime writes for it")
  func portrait() {
    #expect(
      Orientation.right.trackMatrix(codedSize: Self.size).values
        == [0, 0x10000, 0, -0x10000, 0, 0, 1080 << 16, 0, 0x4000_0000])
    #expect(
      Orientation.left.trackMatrix(codedSize: Self.size).values
        == [0, -0x10000, 0, 0x10000, 0, 0, 0, 1920 << 16, 0x4000_0000])
    #expect(
      Orientation.down.trackMatrix(codedSize: Self.size).values
        == [-0x10000, 0, 0, 0, -0x10000, 0, 1920 << 16, 1080 << 16, 0x4000_0000])
    #expect(
      Orientation.upMirrored.trackMatrix(codedSize: Self.size).values
        == [-0x10000, 0, 0, 0, 0x10000, 0, 1920 << 16, 0, 0x4000_0000])
    #expect(Orientation.up.trackMatrix(codedSize: Self.size) == .identity)
  }

  @Test("where a matrix puts the picture does not matter for its orientation")
  func otherTranslation() {
    var matrix = Orientation.right.trackMatrix(codedSize: Self.size)
    matrix.values[6] = 0
    matrix.values[7] = -77
    #expect(Orientation(trackMatrix: matrix) == .right)
  }

  @Test("a matrix that is none of the eight is refused, whatever its numbers and their count")
  func refused() {
    let one: Int32 = 0x10000
    let unit: Int32 = 0x4000_0000
    let bad: [[Int32]] = [
      [], [one], Array(repeating: 0, count: 9), Array(repeating: .min, count: 9), Array(repeating: .max, count: 10),
      [2 * one, 0, 0, 0, 2 * one, 0, 0, 0, unit],
      [46341, 46341, 0, -46341, 46341, 0, 0, 0, unit],
      [one, 1, 0, 0, one, 0, 0, 0, unit],
      [one, one, 0, one, one, 0, 0, 0, unit],
      [one, 0, 1, 0, one, 0, 0, 0, unit],
      [one, 0, 0, 0, one, 0, 0, 0, one],
    ]
    for values in bad {
      #expect(Orientation(trackMatrix: TrackMatrix(values: values)) == nil, "\(values)")
    }
    #expect(TrackMatrix(values: []).map(PixelPoint(x: 0, y: 0)) == nil)
  }

  @Test("a picture larger than the format can shift does not trap", arguments: Orientation.allCases)
  func hugePicture(orientation: Orientation) {
    for side in [Int.max, Int.min, 40000, -1] {
      let matrix = orientation.trackMatrix(codedSize: PixelSize(width: side, height: side))
      #expect(Orientation(trackMatrix: matrix) == orientation)
    }
  }
}
