internal import Media

/// Where the planes of a raw picture lie in the memory of a device's buffer.
struct PictureLayout: Hashable, Sendable {
  struct Plane: Hashable, Sendable {
    /// Which of the buffer's memories holds it.
    let memory: Int
    /// From the memory's start.
    let offset: Int
    /// From one row to the next, and of the row itself without padding.
    let stride: Int, rowByteCount: Int
    let rowCount: Int

    /// Bytes up to the end of the last row's last pixel.
    var byteCount: Int { stride * (rowCount - 1) + rowByteCount }
  }

  /// One of a buffer's memories, as the device laid it out.
  struct Memory: Hashable, Sendable {
    /// From one row of its first plane to the next; 0 where the device does not say.
    let stride: Int
    let byteCount: Int
  }

  /// In FFmpeg's order: luma, Cb, Cr.
  let planes: [Plane]

  /// Works it out as the kernel's documentation of the formats has it: planes that share a memory follow each other
  /// without a gap, and the chroma's stride follows from the luma's.
  /// - Returns: `nil` where the memory cannot hold the picture.
  init?(_ arrangement: PictureArrangement, size: PixelSize, memories: [Memory]) {
    guard size.width > 0, size.height > 0, let first = memories.first else { return nil }
    let (width, height) = (size.width, size.height)
    let chroma = (
      width: Self.shifted(width, by: arrangement.shifts.0), height: Self.shifted(height, by: arrangement.shifts.1)
    )
    var wanted: [(rowByteCount: Int, rowCount: Int, stride: (Int) -> Int)]
    switch arrangement {
    case .packed(let bytesPerPixel):
      // Pairs of pixels share their chroma: a row has an even number.
      let columns = bytesPerPixel == 2 ? (width + 1) / 2 * 2 : width
      wanted = [(columns * bytesPerPixel, height, { $0 })]
    case .semiplanar(let horizontalShift, _, let bytes):
      wanted = [
        (width * bytes, height, { $0 }),
        (chroma.width * 2 * bytes, chroma.height, { ($0 * 2) >> horizontalShift }),
      ]
    case .planar(let horizontalShift, _, _):
      wanted = [(width, height, { $0 })]
      wanted += Array(repeating: (chroma.width, chroma.height, { $0 >> horizontalShift }), count: 2)
    }
    guard memories.count == 1 || memories.count >= wanted.count else { return nil }

    let lumaStride = first.stride > 0 ? first.stride : wanted[0].rowByteCount
    var offset = 0
    var planes: [Plane] = []
    for (index, plane) in wanted.enumerated() {
      let isAlone = memories.count >= wanted.count
      let stated = isAlone ? memories[index].stride : 0
      let stride = stated > 0 ? stated : max(plane.stride(lumaStride), index == 0 ? 0 : plane.rowByteCount)
      guard stride >= plane.rowByteCount else { return nil }
      planes.append(
        Plane(
          memory: isAlone ? index : 0, offset: isAlone ? 0 : offset, stride: stride,
          rowByteCount: plane.rowByteCount, rowCount: plane.rowCount))
      offset += stride * plane.rowCount
    }
    guard planes.allSatisfy({ $0.offset + $0.byteCount <= memories[$0.memory].byteCount }) else { return nil }
    if case .planar(_, _, isChromaSwapped: true) = arrangement { planes.swapAt(1, 2) }
    self.planes = planes
  }

  /// Bytes of each memory that a whole picture fills at least.
  func filledByteCount(ofMemory memory: Int) -> Int {
    planes.filter { $0.memory == memory }.map { $0.offset + $0.byteCount }.max() ?? 0
  }

  private static func shifted(_ value: Int, by shift: Int) -> Int { (value + (1 << shift) - 1) >> shift }
}

extension PictureArrangement {
  fileprivate var shifts: (Int, Int) {
    switch self {
    case .packed: (0, 0)
    case .semiplanar(let horizontal, let vertical, _), .planar(let horizontal, let vertical, _): (horizontal, vertical)
    }
  }
}
