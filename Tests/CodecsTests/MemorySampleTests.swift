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
