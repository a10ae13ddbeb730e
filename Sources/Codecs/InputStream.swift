internal import CFFmpeg
internal import Glibc
internal import Platform

/// An AVIOContext that reads a byte source: libavformat sees no path, only these bytes.
final class InputStream {
  private static let bufferSize: Int32 = 64 << 10

  let context: UnsafeMutablePointer<AVIOContext>
  private let cursor: Cursor

  /// Where one reader stands; lives as long as the AVIOContext that points to it.
  private final class Cursor {
    let source: any ByteSource
    var offset: Int64 = 0
    var error: PlatformError?

    init(source: any ByteSource) { self.source = source }
  }

  /// What the source refused; libavformat passes on only a number.
  var error: PlatformError? { cursor.error }

  init(source: any ByteSource) throws(CodecsError) {
    _ = FFmpegLog.install
    cursor = Cursor(source: source)
    context = try allocated(
      rushes_avio_alloc(
        Self.bufferSize, 0, Unmanaged.passUnretained(cursor).toOpaque(),
        { opaque, buffer, count in InputStream.read(opaque, buffer, count) }, nil,
        { opaque, offset, whence in InputStream.seek(opaque, offset, whence) }), "an input buffer")
  }

  deinit {
    var context: UnsafeMutablePointer<AVIOContext>? = context
    rushes_avio_free(&context)
  }

  private static func read(_ opaque: UnsafeMutableRawPointer?, _ buffer: UnsafeMutablePointer<UInt8>?, _ count: Int32)
    -> Int32
  {
    guard let opaque, let buffer else { return rushes_error_invalid_argument }
    let cursor = Unmanaged<Cursor>.fromOpaque(opaque).takeUnretainedValue()
    do {
      let read = try cursor.source.read(
        into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(count)), at: cursor.offset)
      cursor.offset += Int64(read)
      return read == 0 ? rushes_error_eof : Int32(read)
    } catch {
      cursor.error = error
      return error.code == .stopped ? rushes_error_exit : rushes_error_io
    }
  }

  private static func seek(_ opaque: UnsafeMutableRawPointer?, _ offset: Int64, _ whence: Int32) -> Int64 {
    guard let opaque else { return Int64(rushes_error_invalid_argument) }
    let cursor = Unmanaged<Cursor>.fromOpaque(opaque).takeUnretainedValue()
    do {
      let target: Int64
      switch whence & ~AVSEEK_FORCE {
      case AVSEEK_SIZE: return try cursor.source.size()
      case SEEK_SET: target = offset
      case SEEK_CUR: target = cursor.offset &+ offset
      case SEEK_END: target = try cursor.source.size() &+ offset
      default: return Int64(rushes_error_invalid_argument)
      }
      guard target >= 0 else { return Int64(rushes_error_invalid_argument) }
      cursor.offset = target
      return target
    } catch {
      cursor.error = error
      return Int64(error.code == .stopped ? rushes_error_exit : rushes_error_io)
    }
  }
}
