import Media
import Testing

@testable import Capture

struct PictureLayoutTests {
  private let vga = PixelSize(width: 640, height: 480)
  private let nv12 = PictureArrangement.semiplanar(horizontalShift: 1, verticalShift: 1, bytesPerSample: 1)

  private func layout(
    _ arrangement: PictureArrangement, _ size: PixelSize, _ memories: (stride: Int, byteCount: Int)...
  ) -> PictureLayout? {
    PictureLayout(
      arrangement, size: size,
      memories: memories.map { PictureLayout.Memory(stride: $0.stride, byteCount: $0.byteCount) })
  }

  @Test func `packed pixels take one plane, padding included`() throws {
    let planes = try #require(layout(.packed(bytesPerPixel: 2), vga, (1536, 1536 * 480))).planes
    #expect(planes.map(\.stride) == [1536])
    #expect(planes.map(\.rowByteCount) == [1280])
    #expect(planes[0].byteCount == 1536 * 479 + 1280)
  }

  @Test func `chroma pairs follow the luma, with its stride`() throws {
    let planes = try #require(layout(nv12, vga, (704, 704 * 480 * 3 / 2))).planes
    #expect(planes.map(\.offset) == [0, 704 * 480])
    #expect(planes.map(\.stride) == [704, 704])
    #expect(planes.map(\.rowCount) == [480, 240])
    #expect(planes.map(\.memory) == [0, 0])
  }

  @Test func `chroma pairs in a memory of their own begin it`() throws {
    let planes = try #require(layout(nv12, vga, (640, 640 * 480), (768, 768 * 240))).planes
    #expect(planes.map(\.offset) == [0, 0])
    #expect(planes.map(\.stride) == [640, 768])
    #expect(planes.map(\.memory) == [0, 1])
  }

  @Test func `three planes follow each other, and are sorted where Cr comes first`() throws {
    let size = 640 * 480 * 3 / 2
    let straight = try #require(
      layout(.planar(horizontalShift: 1, verticalShift: 1, isChromaSwapped: false), vga, (640, size))
    ).planes
    #expect(straight.map(\.offset) == [0, 307_200, 384_000])
    #expect(straight.map(\.stride) == [640, 320, 320])
    let swapped = try #require(
      layout(.planar(horizontalShift: 1, verticalShift: 1, isChromaSwapped: true), vga, (640, size))
    ).planes
    #expect(swapped.map(\.offset) == [0, 384_000, 307_200])
  }

  @Test func `4:2:2 halves the width alone, 4:4:4 nothing`() throws {
    let half = try #require(
      layout(.planar(horizontalShift: 1, verticalShift: 0, isChromaSwapped: false), vga, (640, 640 * 480 * 2))
    ).planes
    #expect(half.map(\.rowCount) == [480, 480, 480])
    #expect(half.map(\.rowByteCount) == [640, 320, 320])
    let full = try #require(
      layout(
        .semiplanar(horizontalShift: 0, verticalShift: 0, bytesPerSample: 1), vga, (640, 640 * 480 * 3))
    ).planes
    #expect(full.map(\.stride) == [640, 1280])
  }

  @Test func `an odd size keeps its last column and row`() throws {
    let planes = try #require(layout(nv12, PixelSize(width: 5, height: 3), (6, 6 * 5))).planes
    #expect(planes.map(\.rowByteCount) == [5, 6])
    #expect(planes.map(\.rowCount) == [3, 2])
    // A pair of pixels cannot be cut.
    let packed = try #require(layout(.packed(bytesPerPixel: 2), PixelSize(width: 5, height: 1), (0, 12))).planes
    #expect(packed.map(\.rowByteCount) == [12])
  }

  @Test func `a stride that the device does not state is the picture's own`() throws {
    let planes = try #require(layout(nv12, vga, (0, 640 * 480 * 3 / 2))).planes
    #expect(planes.map(\.stride) == [640, 640])
  }

  @Test func `the last row need not be padded`() {
    let needed = 704 * 480 + 704 * 239 + 640
    #expect(layout(nv12, vga, (704, needed)) != nil)
    #expect(layout(nv12, vga, (704, needed - 1)) == nil)
  }

  @Test func `memory that cannot hold the picture has no layout`() {
    #expect(layout(nv12, vga, (639, 1 << 20)) == nil)
    #expect(layout(nv12, vga, (640, 640 * 480), (640, 640 * 239)) == nil)
    #expect(layout(nv12, vga) == nil)
    #expect(layout(nv12, PixelSize(width: 0, height: 480), (640, 1 << 20)) == nil)
    // Two memories for three planes: no format has that.
    let planar = PictureArrangement.planar(horizontalShift: 1, verticalShift: 1, isChromaSwapped: false)
    #expect(layout(planar, vga, (640, 1 << 20), (640, 1 << 20)) == nil)
  }

  @Test func `a whole picture fills each memory to the end of its last row`() throws {
    let single = try #require(layout(nv12, vga, (640, 1 << 20)))
    #expect(single.filledByteCount(ofMemory: 0) == 640 * 480 * 3 / 2)
    let double = try #require(layout(nv12, vga, (640, 1 << 20), (640, 1 << 20)))
    #expect(double.filledByteCount(ofMemory: 0) == 640 * 480)
    #expect(double.filledByteCount(ofMemory: 1) == 640 * 240)
    #expect(double.filledByteCount(ofMemory: 2) == 0)
  }
}
