internal import CFFmpeg
internal import Media

extension Frame {
  /// Filters and converters believe what they are told, and crash where it is nonsense.
  /// - Throws: `CodecsError` (`.invalidData`).
  func requireShape(_ mediaType: MediaType) throws(CodecsError) {
    let shape = pointer.pointee
    let isKnown =
      mediaType == .video
      ? shape.width > 0 && shape.height > 0 && av_pix_fmt_desc_get(AVPixelFormat(shape.format)) != nil
      : shape.sample_rate > 0 && shape.ch_layout.nb_channels > 0
        && av_get_bytes_per_sample(AVSampleFormat(shape.format)) > 0
    guard isKnown else {
      throw CodecsError(code: .invalidData, message: "a decoded \(mediaType) frame of no known shape")
    }
  }
}
