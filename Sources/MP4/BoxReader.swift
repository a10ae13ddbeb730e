public import Platform

/// Walks the boxes of a source without loading them.
///
/// One reader serves one pass on one thread; it counts what it reads against its limits.
public final class BoxReader {
  let source: any ByteSource
  let limits: MP4Limits
  /// The input's size in bytes.
  public let size: Int64
  /// Bytes of structure read so far.
  public private(set) var bytesRead: Int64 = 0
  /// Boxes visited so far.
  public private(set) var boxesRead = 0

  /// - Throws: `MP4Error` (`.unreadable` where the source cannot tell its size).
  public init(_ source: any ByteSource, limits: MP4Limits = .standard) throws(MP4Error) {
    self.source = source
    self.limits = limits
    do throws(PlatformError) {
      size = try source.size()
    } catch {
      throw MP4Error(code: .unreadable, message: error.message, cause: error)
    }
  }

  /// The boxes at the file's top level.
  ///
  /// A last box that goes past the input's end comes with `isTruncated`; below the top level that is an error.
  public func topLevel() -> BoxCursor {
    BoxCursor(reader: self, parent: nil, position: 0, end: size)
  }

  /// The boxes inside `box`.
  ///
  /// Knows the fields that `meta` (with and without version, as QuickTime has it), `stsd`, `dref` and `keys`
  /// put before their children; an entry of `keys` comes as a box whose payload is the key.
  public func children(of box: Box) throws(MP4Error) -> BoxCursor {
    switch box.type {
    case "meta": try children(of: box, skipping: metaHeaderSize(box))
    case "stsd", "dref", "keys": try children(of: box, skipping: 8)
    default: try children(of: box, skipping: 0)
    }
  }

  /// The boxes inside `box` behind its first `count` payload bytes.
  public func children(of box: Box, skipping count: Int) throws(MP4Error) -> BoxCursor {
    guard box.depth < limits.maximumDepth else {
      throw .box(box.path, .limitExceeded, at: box.offset, "boxes nest deeper than \(limits.maximumDepth)")
    }
    guard count <= box.payload.count else {
      throw .box(box.path, .truncated, at: box.offset, "it ends before its \(count) bytes of fields")
    }
    return BoxCursor(
      reader: self, parent: box, position: box.payload.lowerBound + Int64(count), end: box.payload.upperBound)
  }

  /// The only child of this type, nil where there is none.
  /// - Throws: `.duplicateBox` where there are two.
  public func child(_ type: BoxType, of box: Box) throws(MP4Error) -> Box? {
    var found: Box?
    var cursor = try children(of: box)
    while let child = try cursor.next() {
      guard child.type == type else { continue }
      guard found == nil else {
        throw .box(child.path, .duplicateBox, at: child.offset, "there may be only one")
      }
      found = child
    }
    return found
  }

  /// Exactly `count` bytes at `offset`.
  func bytes(at offset: Int64, count: Int, for path: String) throws(MP4Error) -> [UInt8] {
    guard offset >= 0, count >= 0, offset <= size, Int64(count) <= size - offset else {
      throw .box(path, .truncated, at: offset, "the input ends after \(size) bytes")
    }
    bytesRead += Int64(count)
    guard bytesRead <= limits.maximumBytesRead else {
      throw .box(
        path, .limitExceeded, at: offset, "the structure is larger than \(limits.maximumBytesRead) bytes")
    }
    var filled = 0
    var failure: PlatformError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      do throws(PlatformError) {
        while filled < count {
          let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
          let got = try source.read(into: rest, at: offset + Int64(filled))
          guard got > 0 else { break }
          filled += got
        }
      } catch {
        failure = error
      }
      initialized = filled
    }
    if let failure {
      throw MP4Error(code: .unreadable, message: failure.message, offset: offset, cause: failure)
    }
    guard filled == count else {
      throw .box(path, .truncated, at: offset, "the input ends after \(offset + Int64(filled)) bytes")
    }
    return bytes
  }

  /// The first bytes of a payload, at most `limit`, as fields to take one by one.
  func fields(of box: Box, from start: Int = 0, limit: Int = 1024) throws(MP4Error) -> FieldReader {
    let available = box.payload.count - start
    guard available >= 0 else { throw .box(box.path, .truncated, at: box.offset, "it is too short") }
    let offset = box.payload.lowerBound + Int64(start)
    let bytes = try bytes(at: offset, count: min(available, limit), for: box.path)
    return FieldReader(bytes: bytes, path: box.path, offset: offset)
  }

  func countBox(at offset: Int64) throws(MP4Error) {
    boxesRead += 1
    guard boxesRead <= limits.maximumBoxes else {
      throw MP4Error(
        code: .limitExceeded, message: "cannot read the structure: more than \(limits.maximumBoxes) boxes",
        offset: offset)
    }
  }

  /// ISO's `meta` begins with version and flags, QuickTime's with its first child, `hdlr`.
  private func metaHeaderSize(_ box: Box) throws(MP4Error) -> Int {
    guard box.payload.count >= 8 else { return min(4, box.payload.count) }
    var fields = try fields(of: box, limit: 8)
    try fields.skip(4)
    return try fields.type() == "hdlr" ? 0 : 4
  }
}
