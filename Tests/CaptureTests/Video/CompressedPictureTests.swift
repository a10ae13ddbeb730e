import Testing

@testable import Capture

struct CompressedPictureTests {
  private func count(_ bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBytes { CompressedPicture.jpegByteCount($0) }
  }

  private func unit(_ bytes: [UInt8]) -> CompressedPicture.AccessUnit {
    bytes.withUnsafeBytes { CompressedPicture.accessUnit($0) }
  }

  /// SOI, an application segment that holds another picture's end, a scan of three bytes, EOI.
  private let jpeg: [UInt8] = [
    0xff, 0xd8, 0xff, 0xe1, 0, 6, 1, 2, 0xff, 0xd9, 0xff, 0xda, 0, 3, 1, 7, 8, 9, 0xff, 0xd9,
  ]

  @Test func `a JPEG picture reaches to its end marker`() {
    #expect(count(jpeg) == jpeg.count)
  }

  @Test func `padding behind it is left out`() {
    #expect(count(jpeg + [0, 0, 0, 0]) == jpeg.count)
    #expect(count(jpeg + [0xff]) == jpeg.count)
    #expect(count(jpeg + [0xaa, 0x55]) == jpeg.count)
  }

  @Test func `fill bytes before a marker are no segment`() {
    #expect(count([0xff, 0xd8, 0xff, 0xff, 0xff, 0xda, 0, 2, 1, 0xff, 0xd9]) == 11)
  }

  @Test func `half a picture is none, wherever it is cut`() {
    for length in 0..<jpeg.count { #expect(count(Array(jpeg.prefix(length))) == nil, "\(length) bytes") }
  }

  @Test func `what does not begin as a picture is none`() {
    #expect(count(Array(jpeg.dropFirst())) == nil)
    #expect(count(Array(repeating: 0, count: 64)) == nil)
    #expect(count([0xff, 0xd8, 0xff, 0xd9]) == nil)
    // A segment's length that points far beyond the end.
    #expect(count([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff, 0, 0, 0xff, 0xd9]) == nil)
  }

  @Test func `an access unit with an IDR slice is a key frame`() {
    let parameters: [UInt8] = [0, 0, 0, 1, 0x67, 1, 2, 0, 0, 0, 1, 0x68, 3]
    #expect(unit(parameters + [0, 0, 1, 0x65, 9, 9]) == .key)
    #expect(unit(parameters + [0, 0, 1, 0x41, 9, 9]) == .dependent)
    #expect(unit([0, 0, 0, 1, 0x09, 0xf0, 0, 0, 0, 1, 0x25, 1]) == .key)
    #expect(unit([0, 0, 1, 0x41, 5, 0, 0, 3, 1, 0x65, 5]) == .dependent)
  }

  @Test func `without a slice there is no picture`() {
    #expect(unit([]) == .none)
    #expect(unit([0, 0, 0, 1]) == .none)
    #expect(unit([0, 0, 0, 1, 0x67, 1, 2]) == .none)
    #expect(unit([5, 5, 5, 5, 5, 5]) == .none)
  }
}
