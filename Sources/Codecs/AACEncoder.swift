internal import CFFmpeg
package import Media

/// Encodes sound as AAC-LC. Takes stretches of any length. Not `Sendable`: used by one thread at a time.
package final class AACEncoder {
  private var context: UnsafeMutablePointer<AVCodecContext>?
  private var queue: OpaquePointer?
  private let timeBase: Rational
  private let frameSize: Int
  /// Time of the first sample in `queue`, in samples.
  private var nextTime: Int64?
  private var isDraining = false

  /// What the packets are, AudioSpecificConfig included.
  package let format: FormatDescription
  /// Samples before the first one that was given, which a decoder must throw away.
  package let priming: Int

  /// - Parameters:
  ///   - sampleRate: One of AAC's.
  ///   - channelCount: 1 or 2.
  /// - Throws: `CodecsError` (`.refused` for a rate that AAC does not have).
  package init(sampleRate: Int, channelCount: Int, bitRate: BitRate) throws(CodecsError) {
    _ = FFmpegLog.install
    guard let codec = avcodec_find_encoder_by_name("aac") else {
      throw CodecsError(code: .unsupportedCodec, message: "this FFmpeg was built without its AAC encoder")
    }
    let context = try allocated(avcodec_alloc_context3(codec), "the AAC encoder")
    self.context = context
    timeBase = Rational(1, sampleRate)
    context.pointee.sample_fmt = AV_SAMPLE_FMT_FLTP
    context.pointee.sample_rate = Int32(sampleRate)
    context.pointee.bit_rate = Int64(bitRate.bitsPerSecond)
    context.pointee.time_base = rational(timeBase)
    context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
    av_channel_layout_default(&context.pointee.ch_layout, Int32(channelCount))
    do {
      try check(avcodec_open2(context, codec, nil), "cannot open the AAC encoder for \(sampleRate) Hz")
      frameSize = Int(max(1, context.pointee.frame_size))
      priming = Int(context.pointee.initial_padding)
      format = try makeFormat(of: context)
      queue = try allocated(
        av_audio_fifo_alloc(AV_SAMPLE_FMT_FLTP, Int32(channelCount), Int32(frameSize)), "an audio queue")
    } catch {
      avcodec_free_context(&self.context)
      throw error
    }
  }

  deinit {
    if let queue { av_audio_fifo_free(queue) }
    avcodec_free_context(&context)
  }

  /// Hands sound over (planar float at the encoder's rate, without gaps); `nil` ends the stream.
  package func send(_ sample: SampleBuffer?) throws(CodecsError) {
    guard let sample else {
      isDraining = true
      return
    }
    _ = try sample.withFrame { frame throws(CodecsError) in
      guard frame.pointee.format == AV_SAMPLE_FMT_FLTP.rawValue,
        frame.pointee.ch_layout.nb_channels == context?.pointee.ch_layout.nb_channels,
        frame.pointee.sample_rate == context?.pointee.sample_rate
      else { throw CodecsError(code: .refused, message: "the AAC encoder was given sound of another shape") }
      if nextTime == nil {
        nextTime =
          frame.pointee.pts == rushes_no_timestamp
          ? 0 : av_rescale_q(frame.pointee.pts, rational(sample.timeBase), rational(timeBase))
      }
      let written = frame.pointee.extended_data.withMemoryRebound(to: UnsafeMutableRawPointer?.self, capacity: 2) {
        av_audio_fifo_write(queue, $0, frame.pointee.nb_samples)
      }
      try check(written, "cannot queue sound")
    }
  }

  /// The next packet; `nil` where the encoder wants more sound or has ended.
  package func receive() throws(CodecsError) -> SampleBuffer? {
    while true {
      let packet = try allocated(av_packet_alloc(), "a packet")
      let status = avcodec_receive_packet(context, packet)
      if status >= 0 { return SampleBuffer(taking: packet, mediaType: .audio, timeBase: timeBase) }
      var unused: UnsafeMutablePointer<AVPacket>? = packet
      av_packet_free(&unused)
      if status == rushes_error_eof { return nil }
      guard status == rushes_error_again else { throw CodecsError(status, doing: "cannot encode") }
      guard try feed() else { return nil }
    }
  }

  /// Moves one frame's worth from the queue into the encoder; false where there is not enough.
  private func feed() throws(CodecsError) -> Bool {
    let queued = Int(av_audio_fifo_size(queue))
    guard queued >= frameSize || isDraining else { return false }
    guard queued > 0, let context else {
      try check(avcodec_send_frame(context, nil), "cannot encode")
      return true
    }
    let frame = try Frame()
    frame.pointer.pointee.format = AV_SAMPLE_FMT_FLTP.rawValue
    frame.pointer.pointee.sample_rate = context.pointee.sample_rate
    frame.pointer.pointee.nb_samples = Int32(min(queued, frameSize))
    try check(av_channel_layout_copy(&frame.pointer.pointee.ch_layout, &context.pointee.ch_layout), "copying a layout")
    try check(av_frame_get_buffer(frame.pointer, 0), "allocating sound")
    let count = frame.pointer.pointee.nb_samples
    let read = frame.pointer.pointee.extended_data.withMemoryRebound(to: UnsafeMutableRawPointer?.self, capacity: 2) {
      av_audio_fifo_read(queue, $0, count)
    }
    try check(read, "cannot take sound from the queue")
    frame.pointer.pointee.pts = nextTime ?? 0
    nextTime = (nextTime ?? 0) + Int64(count)
    try check(avcodec_send_frame(context, frame.pointer), "cannot encode")
    return true
  }
}
