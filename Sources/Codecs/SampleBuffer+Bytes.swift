internal import CFFmpeg
internal import Media

extension SampleBuffer {
  /// A decoded picture's bytes without padding, row after row and plane after plane, as ffmpeg's `rawvideo` has them.
  /// - Throws: `CodecsError` (`.refused` for sound and packets).
  package func copyPicture() throws(CodecsError) -> [UInt8] {
    let frame = try withFrame { (frame) throws(CodecsError) in try Frame(referencing: frame) }
    guard mediaType == .video, let frame else {
      throw CodecsError(code: .refused, message: "only a decoded picture has bytes to copy")
    }
    var bytes: [UInt8] = []
    let (format, width) = (AVPixelFormat(frame.pointer.pointee.format), frame.pointer.pointee.width)
    for (index, plane) in frame.planes.enumerated() {
      let count = Int(try check(av_image_get_linesize(format, width, Int32(index)), "measuring a picture"))
      for start in stride(from: 0, to: plane.bytes.count, by: plane.stride) {
        bytes += plane.bytes[start..<start + count]
      }
    }
    return bytes
  }
}
