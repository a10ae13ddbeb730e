internal import CFFmpeg
package import Media

/// Encodes pictures as H.264 through libx264. Not `Sendable`: used by one thread at a time.
package final class H264Encoder {
  private var context: UnsafeMutablePointer<AVCodecContext>?
  private let timeBase: Rational
  /// Durations of the pictures inside the encoder by presentation time: its packets carry none.
  private var durations: [Int64: Int64] = [:]

  /// What the packets are, parameter sets included.
  package let format: FormatDescription

  /// - Throws: `CodecsError` (`.unsupportedCodec` without libx264, `.refused` for options it does not take).
  package init(_ encoding: H264Encoding) throws(CodecsError) {
    _ = FFmpegLog.install
    guard let codec = avcodec_find_encoder_by_name("libx264") else {
      throw CodecsError(code: .unsupportedCodec, message: "this FFmpeg was built without libx264")
    }
    let context = try allocated(avcodec_alloc_context3(codec), "the H.264 encoder")
    self.context = context
    timeBase = encoding.timeBase
    Self.configure(context, for: encoding)
    let options = Options(Self.options(for: encoding))
    do {
      try check(avcodec_open2(context, codec, &options.dictionary), "cannot open the H.264 encoder")
      try options.checkTaken(by: "libx264")
      format = try makeFormat(of: context)
    } catch {
      avcodec_free_context(&self.context)
      throw error
    }
  }

  deinit { avcodec_free_context(&context) }

  /// The level that the stream declares (level_idc: level x 10); `nil` where its parameter set cannot be read.
  package var level: Int? {
    // Annex B: the byte after the start code has the type (7 is a sequence parameter set), then profile, flags, level.
    let bytes = format.extraData
    guard bytes.count > 7 else { return nil }
    for index in 2..<bytes.count - 4
    where bytes[index - 2] == 0 && bytes[index - 1] == 0 && bytes[index] == 1 && bytes[index + 1] & 0x1f == 7 {
      return Int(bytes[index + 4])
    }
    return nil
  }

  /// Hands over the next picture in presentation order; `nil` ends the stream.
  /// - Parameter presentationTime: In the encoding's time base, instead of the picture's own.
  /// - Throws: `CodecsError` (`.refused` for a picture of another size or pixel format than the encoding's).
  package func send(_ sample: SampleBuffer?, at presentationTime: Int64? = nil) throws(CodecsError) {
    guard let sample else {
      try check(avcodec_send_frame(context, nil), "cannot encode")
      return
    }
    let picture = try sample.withFrame { frame throws(CodecsError) in try Frame(referencing: frame) }
    guard let picture else { throw CodecsError(code: .refused, message: "the encoder takes pictures, not packets") }
    // libx264 would read beyond a smaller picture's memory.
    guard let context, picture.pointer.pointee.width == context.pointee.width,
      picture.pointer.pointee.height == context.pointee.height,
      picture.pointer.pointee.format == context.pointee.pix_fmt.rawValue
    else { throw CodecsError(code: .refused, message: "the H.264 encoder was given a picture of another shape") }
    let unit = sample.timeBase
    picture.pointer.pointee.pts =
      presentationTime
      ?? av_rescale_q(
        picture.pointer.pointee.pts, AVRational(num: Int32(unit.numerator), den: Int32(unit.denominator)),
        rational(timeBase))
    // A decoder's frame types would force the encoder's.
    picture.pointer.pointee.pict_type = AV_PICTURE_TYPE_NONE
    let duration = rushes_frame_duration(picture.pointer)
    if duration > 0 {
      durations[picture.pointer.pointee.pts] = av_rescale_q(
        duration, AVRational(num: Int32(unit.numerator), den: Int32(unit.denominator)), rational(timeBase))
    }
    try check(avcodec_send_frame(context, picture.pointer), "cannot encode")
  }

  /// The next packet in decode order; `nil` where the encoder wants pictures or has ended.
  package func receive() throws(CodecsError) -> SampleBuffer? {
    let packet = try allocated(av_packet_alloc(), "a packet")
    let status = avcodec_receive_packet(context, packet)
    guard status >= 0 else {
      var packet: UnsafeMutablePointer<AVPacket>? = packet
      av_packet_free(&packet)
      if status == rushes_error_again || status == rushes_error_eof { return nil }
      throw CodecsError(status, doing: "cannot encode")
    }
    if let duration = durations.removeValue(forKey: packet.pointee.pts) { packet.pointee.duration = duration }
    return SampleBuffer(taking: packet, mediaType: .video, timeBase: timeBase)
  }

  private static func configure(_ context: UnsafeMutablePointer<AVCodecContext>, for encoding: H264Encoding) {
    context.pointee.width = Int32(encoding.size.width)
    context.pointee.height = Int32(encoding.size.height)
    context.pointee.pix_fmt = encoding.pixelFormat.avFormat
    context.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    context.pointee.time_base = rational(encoding.timeBase)
    context.pointee.framerate = rational(encoding.nominalFrameRate)
    context.pointee.color_primaries = AVColorPrimaries(UInt32(encoding.color.primaries))
    context.pointee.color_trc = AVColorTransferCharacteristic(UInt32(encoding.color.transfer))
    context.pointee.colorspace = AVColorSpace(UInt32(encoding.color.matrix))
    context.pointee.color_range = encoding.color.isFullRange == true ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
    context.pointee.gop_size = Int32(encoding.keyFrameInterval)
    context.pointee.thread_count = Int32(encoding.threads)
    context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
    if let maximum = encoding.maximumBFrames { context.pointee.max_b_frames = Int32(maximum) }
    switch encoding.rate {
    case .quality(_, let maximum, let bufferSize):
      if let maximum { context.pointee.rc_max_rate = Int64(maximum.bitsPerSecond) }
      if let bufferSize { context.pointee.rc_buffer_size = Int32(clamping: bufferSize) }
    case .average(let rate):
      context.pointee.bit_rate = Int64(rate.bitsPerSecond)
    }
  }

  private static func options(for encoding: H264Encoding) -> [(String, String)] {
    var options = [("preset", encoding.preset), ("profile", encoding.profile)]
    if case .quality(let quality, _, _) = encoding.rate { options.append(("crf", "\(quality)")) }
    return options + encoding.extra
  }
}

/// FFmpeg's rational for ours.
func rational(_ value: Rational) -> AVRational {
  AVRational(num: Int32(clamping: value.numerator), den: Int32(clamping: value.denominator))
}

/// What an opened encoder's packets are.
func makeFormat(of context: UnsafeMutablePointer<AVCodecContext>) throws(CodecsError) -> FormatDescription {
  var parameters = avcodec_parameters_alloc()
  defer { avcodec_parameters_free(&parameters) }
  let filled = try allocated(parameters, "codec parameters")
  try check(avcodec_parameters_from_context(filled, context), "cannot describe the encoder's output")
  return try allocated(FormatDescription(copying: filled), "a format description")
}
