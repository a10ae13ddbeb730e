internal import CFFmpeg
package import Media

extension SampleBuffer {
  /// How bright a decoded picture is: the mean of its first plane's 8-bit samples; `nil` for sound, packets and pictures
  /// whose first plane is not luma of 8 bits.
  package var meanLuma: Double? {
    guard mediaType == .video else { return nil }
    let mean: Double?? = withFrame { frame -> Double? in
      let format = PixelFormat(rawValue: frame.pointee.format)
      guard [.yuv420p, .yuvj420p, .nv12].contains(format), let data = frame.pointee.data.0 else { return nil }
      let (width, height) = (Int(frame.pointee.width), Int(frame.pointee.height))
      guard width > 0, height > 0 else { return nil }
      var sum = 0
      for row in 0..<height {
        let samples = UnsafeBufferPointer(start: data + row * Int(frame.pointee.linesize.0), count: width)
        sum += samples.reduce(0) { $0 + Int($1) }
      }
      return Double(sum) / Double(width * height)
    }
    return mean ?? nil
  }

  /// The first channel of decoded sound in planar float; empty for anything else.
  package var firstChannel: [Float] {
    let samples = withFrame { frame -> [Float] in
      guard frame.pointee.format == AV_SAMPLE_FMT_FLTP.rawValue, let data = frame.pointee.data.0 else { return [] }
      let count = Int(frame.pointee.nb_samples)
      return data.withMemoryRebound(to: Float.self, capacity: count) {
        Array(UnsafeBufferPointer(start: $0, count: count))
      }
    }
    return samples ?? []
  }
}
