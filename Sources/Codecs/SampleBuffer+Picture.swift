internal import CFFmpeg
package import Media

extension SampleBuffer {
  /// What a decoded picture's numbers mean; `nil` for sound and packets.
  package var pictureColor: ColorDescription? {
    guard mediaType == .video else { return nil }
    return withFrame { frame in
      ColorDescription(
        primaries: frame.pointee.color_primaries, transfer: frame.pointee.color_trc, matrix: frame.pointee.colorspace,
        range: frame.pointee.color_range)
    }
  }

  /// How a decoded picture lies in memory; `nil` for sound and packets.
  package var picturePixelFormat: PixelFormat? {
    guard mediaType == .video else { return nil }
    return withFrame { PixelFormat(rawValue: $0.pointee.format) }
  }
}
