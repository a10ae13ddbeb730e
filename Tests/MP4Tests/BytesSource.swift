import Platform
import Synchronization

/// Bytes in memory as a source; what lies between the pieces reads as zeros, so that it can be terabytes large.
final class BytesSource: ByteSource {
  private let pieces: [(offset: Int64, bytes: [UInt8])]
  private let length: Int64
  private let failure: PlatformError?
  private let largest = Atomic<Int>(0)
  private let total = Atomic<Int>(0)

  /// - Parameter failure: What every read throws, if any.
  init(_ bytes: [UInt8], at offset: Int64 = 0, failure: PlatformError? = nil) {
    pieces = [(offset, bytes)]
    length = offset + Int64(bytes.count)
    self.failure = failure
  }

  init(pieces: [(offset: Int64, bytes: [UInt8])], size: Int64) {
    self.pieces = pieces
    length = size
    failure = nil
  }

  /// The largest buffer that anybody asked for, in bytes.
  var largestRead: Int { largest.load(ordering: .relaxed) }
  /// All bytes handed out.
  var bytesRead: Int { total.load(ordering: .relaxed) }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(PlatformError) -> Int {
    if let failure { throw failure }
    guard offset < length else { return 0 }
    let count = Int(min(Int64(buffer.count), length - offset))
    largest.max(buffer.count, ordering: .relaxed)
    total.add(count, ordering: .relaxed)
    for index in 0..<count { buffer[index] = 0 }
    for piece in pieces {
      let start = max(piece.offset, offset)
      let end = min(piece.offset + Int64(piece.bytes.count), offset + Int64(count))
      guard start < end else { continue }
      piece.bytes.withUnsafeBytes { bytes in
        let part = UnsafeRawBufferPointer(rebasing: bytes[Int(start - piece.offset)..<Int(end - piece.offset)])
        UnsafeMutableRawBufferPointer(rebasing: buffer[Int(start - offset)...]).copyMemory(from: part)
      }
    }
    return count
  }

  func size() throws(PlatformError) -> Int64 { length }
}
