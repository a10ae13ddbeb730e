package import CFFmpeg
package import Media

/// One decoded frame on its way from decoder through converter; becomes a `SampleBuffer` at the end.
package final class Frame {
  package private(set) var pointer: UnsafeMutablePointer<AVFrame>
  private var isGivenAway = false

  package init() throws(CodecsError) {
    pointer = try allocated(av_frame_alloc(), "a frame")
  }

  /// A new reference to the same data.
  package convenience init(referencing frame: UnsafePointer<AVFrame>) throws(CodecsError) {
    try self.init()
    try check(av_frame_ref(pointer, frame), "referencing a frame")
  }

  deinit {
    guard !isGivenAway else { return }
    var pointer: UnsafeMutablePointer<AVFrame>? = pointer
    av_frame_free(&pointer)
  }

  /// In the time base of whatever made the frame; `nil` where unknown.
  package var presentationTime: Int64? {
    get { pointer.pointee.pts == rushes_no_timestamp ? nil : pointer.pointee.pts }
    set { pointer.pointee.pts = newValue ?? rushes_no_timestamp }
  }

  /// In the same time base; 0 where unknown.
  package var duration: Int64 {
    get { rushes_frame_duration(pointer) }
    set { rushes_frame_set_duration(pointer, newValue) }
  }

  package var sampleCount: Int { Int(pointer.pointee.nb_samples) }
  package var sampleRate: Int { Int(pointer.pointee.sample_rate) }
  package var isInterlaced: Bool { rushes_frame_is_interlaced(pointer) != 0 }
  /// The decoder concealed damage in it.
  package var isDamaged: Bool {
    pointer.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0 || pointer.pointee.decode_error_flags != 0
  }

  /// Gives the frame away, as it is.
  package consuming func makeSample(mediaType: MediaType, timeBase: Rational, duration: Int64? = nil) -> SampleBuffer {
    isGivenAway = true
    return SampleBuffer(taking: pointer, mediaType: mediaType, timeBase: timeBase, duration: duration)
  }

  /// The same sound without its first `count` samples; shares the memory.
  package func droppingFirstSamples(_ count: Int) throws(CodecsError) -> Frame {
    let result = try Frame(referencing: pointer)
    let channels = Int(pointer.pointee.ch_layout.nb_channels)
    let format = AVSampleFormat(pointer.pointee.format)
    let isPlanar = av_sample_fmt_is_planar(format) != 0
    let step = count * Int(av_get_bytes_per_sample(format)) * (isPlanar ? 1 : channels)
    let planeCount = isPlanar ? channels : 1
    guard let planes = result.pointer.pointee.extended_data else { return result }
    for plane in 0..<planeCount { planes[plane] = planes[plane].map { $0 + step } }
    // Up to eight planes `extended_data` is `data` itself; beyond them it is a table of its own.
    if planeCount > 8 {
      withUnsafeMutableBytes(of: &result.pointer.pointee.data) { data in
        let first = data.bindMemory(to: UnsafeMutablePointer<UInt8>?.self)
        for plane in 0..<8 { first[plane] = planes[plane] }
      }
    }
    result.pointer.pointee.nb_samples -= Int32(count)
    return result
  }

  /// The same sound without its last `count` samples; shares the memory.
  package func droppingLastSamples(_ count: Int) throws(CodecsError) -> Frame {
    let result = try Frame(referencing: pointer)
    result.pointer.pointee.nb_samples -= Int32(count)
    return result
  }

  /// `count` samples of silence in this frame's format.
  package func silence(_ count: Int) throws(CodecsError) -> Frame {
    let result = try Frame()
    result.pointer.pointee.format = pointer.pointee.format
    result.pointer.pointee.sample_rate = pointer.pointee.sample_rate
    result.pointer.pointee.nb_samples = Int32(count)
    try check(
      av_channel_layout_copy(&result.pointer.pointee.ch_layout, &pointer.pointee.ch_layout), "copying a channel layout")
    try check(av_frame_get_buffer(result.pointer, 0), "allocating silence")
    try check(
      av_samples_set_silence(
        result.pointer.pointee.extended_data, 0, Int32(count), result.pointer.pointee.ch_layout.nb_channels,
        AVSampleFormat(result.pointer.pointee.format)), "writing silence")
    return result
  }
}
