internal import CFFmpeg
internal import Glibc
internal import Platform

/// An AVIOContext that writes a file by its descriptor, and reads it back where a muxer must (moov first).
final class OutputStream {
  private static let bufferSize: Int32 = 256 << 10

  let context: UnsafeMutablePointer<AVIOContext>
  private let cursor: Cursor

  private final class Cursor {
    let file: FileDescriptor
    let stop: StopSignal
    var offset: Int64 = 0
    var error: PlatformError?

    init(file: FileDescriptor, stop: StopSignal) {
      self.file = file
      self.stop = stop
    }
  }

  /// What the file refused; libavformat passes on only a number.
  var error: PlatformError? { cursor.error }

  init(file: FileDescriptor, stop: StopSignal) throws(CodecsError) {
    _ = FFmpegLog.install
    cursor = Cursor(file: file, stop: stop)
    context = try allocated(
      rushes_avio_alloc(
        Self.bufferSize, 1, Unmanaged.passUnretained(cursor).toOpaque(), nil,
        { opaque, buffer, count in OutputStream.write(opaque, buffer, count) },
        { opaque, offset, whence in OutputStream.seek(opaque, offset, whence) }), "an output buffer")
    // Otherwise each packet would be a write of its own.
    context.pointee.min_packet_size = Self.bufferSize
  }

  deinit {
    var context: UnsafeMutablePointer<AVIOContext>? = context
    rushes_avio_free(&context)
  }

  private static func write(_ opaque: UnsafeMutableRawPointer?, _ buffer: UnsafePointer<UInt8>?, _ count: Int32)
    -> Int32
  {
    guard let opaque, let buffer else { return rushes_error_invalid_argument }
    let cursor = Unmanaged<Cursor>.fromOpaque(opaque).takeUnretainedValue()
    do {
      try cursor.stop.check()
      try cursor.file.write(UnsafeRawBufferPointer(start: buffer, count: Int(count)), at: cursor.offset)
      cursor.offset += Int64(count)
      return count
    } catch {
      cursor.error = cursor.error ?? error
      return error.code == .stopped
        ? rushes_error_exit : error.code == .noSpace ? rushes_error_no_space : rushes_error_io
    }
  }

  private static func seek(_ opaque: UnsafeMutableRawPointer?, _ offset: Int64, _ whence: Int32) -> Int64 {
    guard let opaque else { return Int64(rushes_error_invalid_argument) }
    let cursor = Unmanaged<Cursor>.fromOpaque(opaque).takeUnretainedValue()
    do {
      switch whence & ~AVSEEK_FORCE {
      case AVSEEK_SIZE: return try cursor.file.size()
      case SEEK_SET: cursor.offset = max(0, offset)
      case SEEK_CUR: cursor.offset = max(0, cursor.offset &+ offset)
      case SEEK_END: cursor.offset = max(0, try cursor.file.size() &+ offset)
      default: return Int64(rushes_error_invalid_argument)
      }
      return cursor.offset
    } catch {
      cursor.error = cursor.error ?? error
      return Int64(rushes_error_io)
    }
  }
}
