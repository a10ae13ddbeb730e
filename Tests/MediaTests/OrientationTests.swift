import Media
import Testing

@Suite struct OrientationTests {
  static let pairs = Orientation.allCases.flatMap { first in Orientation.allCases.map { (first, $0) } }
  static let size = PixelSize(width: 640, height: 480)
  static let points = [
    PixelPoint(x: 0, y: 0), PixelPoint(x: 640, y: 0), PixelPoint(x: 0, y: 480), PixelPoint(x: 12.5, y: 400),
  ]

  @Test("composing never leaves the eight, and a row of the table names each of them once")
  func closure() {
    for first in Orientation.allCases {
      #expect(Set(Orientation.allCases.map { first.followed(by: $0) }) == Set(Orientation.allCases))
      #expect(Set(Orientation.allCases.map { $0.followed(by: first) }) == Set(Orientation.allCases))
    }
  }

  @Test("composing is associative over all 512 triples")
  func associativity() {
    for (first, second) in Self.pairs {
      for third in Orientation.allCases {
        #expect(
          first.followed(by: second).followed(by: third) == first.followed(by: second.followed(by: third)),
          "\(first) \(second) \(third)")
      }
    }
  }

  @Test(
    "up is the identity, and every orientation is undone by its inverse on either side", arguments: Orientation.allCases
  )
  func identityAndInverse(orientation: Orientation) {
    #expect(orientation.followed(by: .up) == orientation)
    #expect(Orientation.up.followed(by: orientation) == orientation)
    #expect(orientation.followed(by: orientation.inverse) == .up)
    #expect(orientation.inverse.followed(by: orientation) == .up)
    #expect(orientation.inverse.inverse == orientation)
  }

  @Test("only the two quarter turns are not their own inverse")
  func inverses() {
    #expect(Orientation.right.inverse == .left)
    #expect(Orientation.left.inverse == .right)
    for orientation in Orientation.allCases where orientation != .right && orientation != .left {
      #expect(orientation.inverse == orientation)
    }
  }

  @Test("applying what two amount to is applying one after the other, for all 64 pairs")
  func homomorphism() {
    for (first, second) in Self.pairs {
      let both = first.followed(by: second)
      #expect(both.map(Self.size) == second.map(first.map(Self.size)))
      for point in Self.points {
        let stepwise = second.map(first.map(point, in: Self.size), in: first.map(Self.size))
        #expect(both.map(point, in: Self.size) == stepwise, "\(first) then \(second)")
      }
    }
  }

  @Test("the inverse of a product is the product of the inverses in reverse, for all 64 pairs")
  func inverseOfProduct() {
    for (first, second) in Self.pairs {
      #expect(first.followed(by: second).inverse == second.inverse.followed(by: first.inverse))
    }
  }

  @Test("the group is not commutative: turning and mirroring in another order is another picture")
  func order() {
    #expect(Orientation.right.followed(by: .upMirrored) == .leftMirrored)
    #expect(Orientation.upMirrored.followed(by: .right) == .rightMirrored)
  }

  @Test(
    "the first row and column lie where EXIF says",
    arguments: [
      // Where the coded picture's left upper, right upper and left lower corners are seen (EXIF 2.32, tag 274).
      (Orientation.up, "TL", "TR", "BL"), (.upMirrored, "TR", "TL", "BR"), (.down, "BR", "BL", "TR"),
      (.downMirrored, "BL", "BR", "TL"), (.leftMirrored, "TL", "BL", "TR"), (.right, "TR", "BR", "TL"),
      (.rightMirrored, "BR", "TR", "BL"), (.left, "BL", "TL", "BR"),
    ])
  func corners(orientation: Orientation, leftUpper: String, rightUpper: String, leftLower: String) {
    let upright = orientation.map(Self.size)
    func corner(_ x: Double, _ y: Double) -> String {
      let point = orientation.map(PixelPoint(x: x, y: y), in: Self.size)
      let vertical = point.y == 0 ? "T" : point.y == Double(upright.height) ? "B" : "?"
      let horizontal = point.x == 0 ? "L" : point.x == Double(upright.width) ? "R" : "?"
      return vertical + horizontal
    }
    #expect(corner(0, 0) == leftUpper)
    #expect(corner(640, 0) == rightUpper)
    #expect(corner(0, 480) == leftLower)
  }

  @Test("half of the eight are mirrored, half exchange the axes, and mirrors multiply like signs")
  func signs() {
    #expect(Orientation.allCases.filter(\.isMirrored) == [.upMirrored, .downMirrored, .leftMirrored, .rightMirrored])
    #expect(Orientation.allCases.filter(\.swapsAxes) == [.leftMirrored, .right, .rightMirrored, .left])
    for (first, second) in Self.pairs {
      #expect(first.followed(by: second).isMirrored == (first.isMirrored != second.isMirrored))
      #expect(first.followed(by: second).swapsAxes == (first.swapsAxes != second.swapsAxes))
    }
  }

  @Test("every orientation is its mirroring followed by its turn", arguments: Orientation.allCases)
  func mirrorThenTurn(orientation: Orientation) throws {
    let turn = try #require(Orientation(clockwiseRotation: orientation.clockwiseRotation))
    #expect(!turn.isMirrored)
    #expect((orientation.isMirrored ? Orientation.upMirrored : .up).followed(by: turn) == orientation)
    #expect(
      Orientation(clockwiseRotation: orientation.clockwiseRotation - 720, mirroredFirst: orientation.isMirrored)
        == orientation)
  }

  @Test("an angle that is no multiple of 90 is no orientation", arguments: [1, 45, -89, 359, Int.max])
  func oddAngles(degrees: Int) {
    #expect(Orientation(clockwiseRotation: degrees) == nil)
  }

  @Test("a rectangle keeps its area and stays inside, wherever it goes", arguments: Orientation.allCases)
  func rectangles(orientation: Orientation) {
    let rect = PixelRect(x: 10, y: 20, width: 100, height: 50)
    let mapped = orientation.map(rect, in: Self.size)
    #expect(mapped.width * mapped.height == 5000)
    #expect(orientation.map(PixelRect(Self.size), in: Self.size) == PixelRect(orientation.map(Self.size)))
    #expect(orientation.inverse.map(mapped, in: orientation.map(Self.size)) == rect)
  }

  @Test("a quarter turn puts a rectangle where one would look for it")
  func turnedRectangle() {
    let rect = PixelRect(x: 10, y: 20, width: 100, height: 50)
    #expect(Orientation.right.map(rect, in: Self.size) == PixelRect(x: 410, y: 10, width: 50, height: 100))
    #expect(Orientation.left.map(rect, in: Self.size) == PixelRect(x: 20, y: 530, width: 50, height: 100))
  }
}
