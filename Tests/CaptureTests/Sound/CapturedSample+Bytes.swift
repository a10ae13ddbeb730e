import CFFmpeg
import Capture
import Media

extension CapturedSample {
  /// The bytes of interleaved sound.
  var bytes: [UInt8] {
    sample.withFrame { frame in
      let format = AVSampleFormat(frame.pointee.format)
      let width = Int(av_get_bytes_per_sample(format)) * Int(frame.pointee.ch_layout.nb_channels)
      return Array(UnsafeBufferPointer(start: frame.pointee.data.0, count: Int(frame.pointee.nb_samples) * width))
    } ?? []
  }
}
