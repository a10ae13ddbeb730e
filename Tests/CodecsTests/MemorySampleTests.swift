internal import CFFmpeg
import Codecs
import Media
import Platform
import Testing

struct MemorySampleTests {
  private static let size = PixelSize(width: 16, height: 8)

  @Test func `a picture over foreign memory is that memory, and gives it back once`() throws {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 * 12, alignment: 64)
    defer { memory.deallocate() }
    let released = Locked(0)
    var sample: SampleBuffer? = try .picture(
      over: [
        PlaneMemory(UnsafeMutableRawBufferPointer(rebasing: memory[..<128]), stride: 16),
        PlaneMemory(UnsafeMutableRawBufferPointer(rebasing: memory[128...]), stride: 16),
      ], size: Self.size, pixelFormat: .nv12, color: .bt709, time: 5_000_000_000, duration: 33_000_000
    ) { released.withLock { $0 += 1 } }
    var kept: SampleBuffer? = sample
    #expect(sample?.presentationTime == MediaTime(value: 5, timescale: 1))
    #expect(sample?.pixelSize == Self.size)
    sample?.withFrame { frame in
      #expect(UnsafeMutableRawPointer(frame.pointee.data.0) == memory.baseAddress)
      #expect(UnsafeMutableRawPointer(frame.pointee.data.1) == memory.baseAddress.map { $0 + 128 })
    }
    sample = nil
    #expect(released.withLock { $0 } == 0)
    kept = nil
    #expect(kept == nil)
    #expect(released.withLock { $0 } == 1)
  }

  @Test(arguments: [(PixelFormat.nv12, 2), (.yuv420p, 3)])
  func `a picture's bytes are copied without padding, and with other times it is the same picture`(
    pixelFormat: PixelFormat, planeCount: Int
  ) throws {
    let size = PixelSize(width: 10, height: 6)
    let sample = try SampleBuffer.picture(
      size: size, pixelFormat: pixelFormat, color: .bt709, time: 1, duration: 2
    ) { planes in
      #expect(planes.count == planeCount)
      for (index, plane) in planes.enumerated() {
        for offset in 0..<plane.bytes.count { plane.bytes[offset] = UInt8(16 * index + offset % plane.stride) }
      }
    }
    var expected: [UInt8] = []
    for _ in 0..<6 { expected += 0..<10 }
    for chroma in planeCount == 2 ? [UInt8(16)..<26] : [UInt8(16)..<21, 32..<37] {
      for _ in 0..<3 { expected += chroma }
    }
    #expect(try sample.copyPicture() == expected)
    let later = try sample.retimed(3_000_000_000, duration: 4)
    #expect(later.presentationTime == MediaTime(value: 3, timescale: 1))
    #expect(later.duration == MediaTime(value: 4, timescale: 1_000_000_000))
    #expect(sample.presentationTime == MediaTime(value: 1, timescale: 1_000_000_000), "the first one keeps its own")
    #expect(try later.copyPicture() == expected)
  }

  @Test func `a packet over foreign memory gives it back once`() throws {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 100, alignment: 64)
    defer { memory.deallocate() }
    let released = Locked(0)
    do {
      let packet = try SampleBuffer.packet(over: memory, isKeyFrame: true, time: 7, duration: 0) {
        released.withLock { $0 += 1 }
      }
      #expect(packet.byteCount == 100)
      #expect(packet.isKeyFrame)
      #expect(released.withLock { $0 } == 0)
    }
    #expect(released.withLock { $0 } == 1)
  }

  @Test func `sound takes whole samples of the formats that there are`() throws {
    let bytes = [UInt8](repeating: 1, count: 10)
    let sample = try bytes.withUnsafeBytes {
      try SampleBuffer.sound(copying: $0, sampleFormat: "s16", sampleRate: 48_000, channelCount: 2, time: 0)
    }
    #expect(sample.sampleCount == 2)
    for format in ["s16p", "s24", ""] {
      #expect(throws: CodecsError.self) {
        try bytes.withUnsafeBytes {
          _ = try SampleBuffer.sound(copying: $0, sampleFormat: format, sampleRate: 48_000, channelCount: 2, time: 0)
        }
      }
    }
  }
}
