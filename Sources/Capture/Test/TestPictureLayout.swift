internal import Media

/// Where things are in a test camera's picture.
///
/// ```
/// red    counter  green      a fifth of the height
/// moving pattern, or white   three fifths
/// blue   digits   yellow     a fifth
/// ```
/// The counter is two rows of 16 squares, white for 1: 24 bits of the picture's number, the highest first, and 8 of a
/// check over them.
struct TestPictureLayout {
  struct Rectangle {
    var x, y, width, height: Int
  }

  let size: PixelSize

  /// Even, so that whole chroma samples belong to it.
  private func even(_ value: Int) -> Int { value & ~1 }

  /// Rows of the moving pattern.
  var band: Range<Int> { even(size.height / 5)..<size.height - even(size.height / 5) }

  /// Top left, top right, bottom left, bottom right.
  var corners: [Rectangle] {
    let (width, height) = (even(size.width / 5), band.lowerBound)
    let (right, bottom) = (size.width - width, size.height - height)
    return [(0, 0), (right, 0), (0, bottom), (right, bottom)].map { x, y in
      Rectangle(x: x, y: y, width: width, height: height)
    }
  }

  static let squareCount = 32

  /// A square of the counter.
  func square(_ index: Int) -> Rectangle {
    let (column, row) = (index % 16, index / 16)
    func edge(_ column: Int) -> Int { size.width * (440 + 70 * column) / 2000 }
    func line(_ row: Int) -> Int { size.height * (4 + 8 * row) / 100 }
    return Rectangle(
      x: edge(column), y: line(row), width: edge(column + 1) - edge(column), height: line(row + 1) - line(row))
  }

  static let digitCount = 7

  /// The box of a digit.
  func digit(_ index: Int) -> Rectangle {
    let width = size.width * 56 / 100 / Self.digitCount
    let top = band.upperBound + size.height * 3 / 100
    return Rectangle(
      x: size.width * 22 / 100 + index * width + width / 8, y: top, width: width * 3 / 4,
      height: size.height * 97 / 100 - top)
  }

  /// The bars of a seven-segment digit, for the segments a to g in the bits from 0 on.
  func segments(of digit: Rectangle) -> [Rectangle] {
    let thickness = max(1, min(digit.width, digit.height) / 6)
    let (right, middle) = (digit.x + digit.width - thickness, digit.y + (digit.height - thickness) / 2)
    let bottom = digit.y + digit.height - thickness
    func across(_ y: Int) -> Rectangle { Rectangle(x: digit.x, y: y, width: digit.width, height: thickness) }
    func down(_ x: Int, _ top: Int, _ end: Int) -> Rectangle {
      Rectangle(x: x, y: top, width: thickness, height: end - top)
    }
    return [
      across(digit.y), down(right, digit.y, middle), down(right, middle, digit.y + digit.height), across(bottom),
      down(digit.x, middle, digit.y + digit.height), down(digit.x, digit.y, middle), across(middle),
    ]
  }

  /// Which segments make 0 to 9.
  static let segmentsOfDigits: [UInt8] = [0x3f, 0x06, 0x5b, 0x4f, 0x66, 0x6d, 0x7d, 0x07, 0x7f, 0x6f]

  /// The counter's 32 bits: the number's lower 24, then CRC-8 (x^8 + x^2 + x + 1) over them, started such that a black
  /// picture says nothing.
  static func counterBits(_ number: Int64) -> UInt32 {
    let bits = UInt32(truncatingIfNeeded: number) & 0xff_ffff
    var check: UInt8 = 0xa5
    for shift in [16, 8, 0] as [UInt32] {
      check ^= UInt8(truncatingIfNeeded: bits >> shift)
      for _ in 0..<8 { check = check & 0x80 != 0 ? check << 1 ^ 0x07 : check << 1 }
    }
    return bits << 8 | UInt32(check)
  }
}
