internal import CFFmpeg
internal import Media

/// Changes sample format, rate and layout of mono and stereo by libswresample alone.
final class Resampler {
  private var context: OpaquePointer?
  private let sampleRate: Int
  private let channelCount: Int

  init(for frame: Frame, sampleRate: Int, channelCount: Int) throws(CodecsError) {
    _ = FFmpegLog.install
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    var layout = AVChannelLayout()
    av_channel_layout_default(&layout, Int32(channelCount))
    defer { av_channel_layout_uninit(&layout) }
    do {
      try check(
        swr_alloc_set_opts2(
          &context, &layout, AV_SAMPLE_FMT_FLTP, Int32(sampleRate), &frame.pointer.pointee.ch_layout,
          AVSampleFormat(frame.pointer.pointee.format), Int32(frame.sampleRate), 0, nil), "cannot set up the resampler")
      try check(swr_init(context), "cannot set up the resampler")
    } catch {
      swr_free(&context)
      throw error
    }
  }

  deinit { swr_free(&context) }

  /// Converts a stretch of sound; `nil` gives what is still inside. Its time is the caller's to set.
  /// - Returns: `nil` where nothing came out yet.
  func convert(_ frame: Frame?) throws(CodecsError) -> Frame? {
    let result = try Frame()
    result.pointer.pointee.format = AV_SAMPLE_FMT_FLTP.rawValue
    result.pointer.pointee.sample_rate = Int32(sampleRate)
    av_channel_layout_default(&result.pointer.pointee.ch_layout, Int32(channelCount))
    try check(swr_convert_frame(context, result.pointer, frame?.pointer), "cannot resample")
    return result.sampleCount > 0 ? result : nil
  }
}
