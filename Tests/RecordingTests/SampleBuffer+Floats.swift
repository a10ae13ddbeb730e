import CFFmpeg
import Media

extension SampleBuffer {
  /// The first channel of planar float sound.
  var floats: [Float] {
    withFrame { frame in
      guard let plane = frame.pointee.extended_data[0] else { return [] }
      return plane.withMemoryRebound(to: Float.self, capacity: Int(frame.pointee.nb_samples)) {
        Array(UnsafeBufferPointer(start: $0, count: Int(frame.pointee.nb_samples)))
      }
    } ?? []
  }
}
