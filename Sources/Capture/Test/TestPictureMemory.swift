internal import Codecs
internal import Media

/// One NV12 picture of a test camera. What stays the same is drawn once; for the next picture only the rest is drawn.
final class TestPictureMemory: @unchecked Sendable {
  // Safe: one thread at a time has it: the camera's while it draws; then it is only read, until it comes back.
  let size: PixelSize
  private let layout: TestPictureLayout
  private let stride: Int
  private let bytes: UnsafeMutableRawBufferPointer

  init(size: PixelSize, color: ColorDescription) {
    self.size = size
    layout = TestPictureLayout(size: size)
    stride = (size.width + 63) & ~63
    // Vector code may read a little beyond the last row.
    bytes = .allocate(byteCount: stride * size.height * 3 / 2 + 64, alignment: 64)
    bytes.initializeMemory(as: UInt8.self, repeating: 128)
    fill(TestPictureLayout.Rectangle(x: 0, y: 0, width: size.width, height: size.height), luma: Self.dark)
    let colors: [(Double, Double, Double)] = [(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0)]
    for (corner, rgb) in zip(layout.corners, colors) { fill(corner, rgb, color) }
  }

  deinit { bytes.deallocate() }

  /// Luma and chroma.
  var planes: [PlaneMemory] {
    let lumaSize = stride * size.height
    return [
      PlaneMemory(UnsafeMutableRawBufferPointer(rebasing: bytes[..<lumaSize]), stride: stride),
      PlaneMemory(UnsafeMutableRawBufferPointer(rebasing: bytes[lumaSize..<lumaSize * 3 / 2]), stride: stride),
    ]
  }

  /// Draws what differs from picture to picture.
  func draw(number: Int64, isFlash: Bool) {
    if isFlash { drawFlash() } else { drawScene(number) }
    let bits = TestPictureLayout.counterBits(number)
    for index in 0..<TestPictureLayout.squareCount {
      fill(layout.square(index), luma: bits << UInt32(index) & 1 << 31 != 0 ? Self.white : Self.black)
    }
    var rest = number
    for place in (0..<TestPictureLayout.digitCount).reversed() {
      let lit = TestPictureLayout.segmentsOfDigits[Int(rest % 10)]
      rest /= 10
      let segments = layout.segments(of: layout.digit(place))
      // Dark ones first: neighbours share their ends.
      for isLit in [false, true] {
        for (index, segment) in segments.enumerated() where (lit >> index & 1 == 1) == isLit {
          fill(segment, luma: isLit ? Self.white : Self.dark)
        }
      }
    }
  }

  private static let (black, dark, white) = (UInt8(16), UInt8(30), UInt8(235))

  private func drawFlash() {
    let band = layout.band
    fill(
      TestPictureLayout.Rectangle(x: 0, y: band.lowerBound, width: size.width, height: band.count), luma: Self.white)
    for row in band.lowerBound / 2..<band.upperBound / 2 {
      chromaRow(row).initializeMemory(as: UInt8.self, repeating: 128)
    }
  }

  /// Three strips that move past at different speeds, the nearest fastest; the grain changes each time.
  private func drawScene(_ number: Int64) {
    let texture = TestTexture.shared
    let (width, height) = (TestTexture.width, TestTexture.height)
    let version =
      Int(truncatingIfNeeded: UInt64(truncatingIfNeeded: number) &* 0x9e37_79b9 >> 5) % TestTexture.versionCount
    let band = layout.band
    texture.luma.withUnsafeBytes { luma in
      texture.chroma.withUnsafeBytes { chroma in
        for row in band {
          let speed = 2 + 2 * Int64((row - band.lowerBound) * 3 / band.count)
          let shift = Int(number * speed % Int64(width))
          let start = (version * height + row % height) * width
          Self.copy(luma[start..<start + width], from: shift, to: lumaRow(row))
          guard row % 2 == 0 else { continue }
          let chromaStart = row / 2 % (height / 2) * width
          Self.copy(chroma[chromaStart..<chromaStart + width], from: shift, to: chromaRow(row / 2))
        }
      }
    }
  }

  /// Copies a row of the texture over and over, beginning inside it.
  private static func copy(
    _ source: Slice<UnsafeRawBufferPointer>, from shift: Int, to row: UnsafeMutableRawBufferPointer
  ) {
    let source = UnsafeRawBufferPointer(rebasing: source)
    var (from, filled) = (shift, 0)
    while filled < row.count {
      let count = min(source.count - from, row.count - filled)
      UnsafeMutableRawBufferPointer(rebasing: row[filled..<filled + count])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[from..<from + count]))
      filled += count
      from = 0
    }
  }

  private func lumaRow(_ row: Int) -> UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(rebasing: bytes[row * stride..<row * stride + size.width])
  }

  private func chromaRow(_ row: Int) -> UnsafeMutableRawBufferPointer { lumaRow(size.height + row) }

  private func fill(_ area: TestPictureLayout.Rectangle, luma: UInt8) {
    for row in area.y..<area.y + area.height {
      UnsafeMutableRawBufferPointer(rebasing: lumaRow(row)[area.x..<area.x + area.width])
        .initializeMemory(as: UInt8.self, repeating: luma)
    }
  }

  /// Fills an area of even place and size with red, green and blue of 0 to 1.
  private func fill(
    _ area: TestPictureLayout.Rectangle, _ rgb: (red: Double, green: Double, blue: Double), _ color: ColorDescription
  ) {
    // ITU-R BT.709 and BT.601: luma's weights of red and blue.
    let (red, blue) = color.matrix == 1 ? (0.2126, 0.0722) : (0.299, 0.114)
    let luma = red * rgb.red + (1 - red - blue) * rgb.green + blue * rgb.blue
    fill(area, luma: UInt8((16 + 219 * luma).rounded()))
    let chroma = [
      UInt8((128 + 112 * (rgb.blue - luma) / (1 - blue)).rounded()),
      UInt8((128 + 112 * (rgb.red - luma) / (1 - red)).rounded()),
    ]
    for row in area.y / 2..<(area.y + area.height) / 2 {
      let line = chromaRow(row)
      for index in 0..<area.width { line[area.x + index] = chroma[index % 2] }
    }
  }
}
