internal import CFFmpeg
package import Media

/// Decodes one track's packets into frames. Not `Sendable`: used by one thread at a time.
package final class Decoder {
  private var context: UnsafeMutablePointer<AVCodecContext>?
  private let isVideo: Bool

  package enum Output {
    case frame(Frame)
    /// Wants another packet first.
    case needsPacket
    case endOfStream
  }

  /// - Parameters:
  ///   - timeBase: Of the packets, and so of the frames.
  ///   - threads: 0 lets FFmpeg choose by the processors.
  /// - Throws: `CodecsError` (`.unsupportedCodec`, `.tooLarge`, `.invalidData`, `.outOfMemory`).
  package init(
    format: FormatDescription, timeBase: Rational, threads: Int, limits: DecodingLimits = DecodingLimits()
  ) throws(CodecsError) {
    _ = FFmpegLog.install
    isVideo = format.mediaType == .video
    try Self.requireAllowedSize(format, limits)
    guard let codec = avcodec_find_decoder(format.codec.avIdentifier) else {
      throw CodecsError(code: .unsupportedCodec, message: Self.noDecoder(for: format))
    }
    let context = try allocated(avcodec_alloc_context3(codec), "a decoder")
    self.context = context
    _ = try format.withParameters { parameters throws(CodecsError) in
      try check(avcodec_parameters_to_context(context, parameters), "cannot set up the decoder")
    }
    context.pointee.pkt_timebase = AVRational(num: Int32(timeBase.numerator), den: Int32(timeBase.denominator))
    context.pointee.thread_count = Int32(clamping: threads)
    context.pointee.max_pixels = Int64(limits.maximumPixels)
    do {
      try check(avcodec_open2(context, codec, nil), "cannot open the \(format.codec) decoder")
    } catch  where error.code == .refused {
      throw CodecsError(code: .unsupportedCodec, message: error.message)
    }
  }

  deinit { avcodec_free_context(&context) }

  /// Hands over the next packet in decode order; `nil` ends the stream.
  /// - Returns: False where output must be taken first; hand the packet over again then.
  /// - Throws: `CodecsError` (`.invalidData` for a damaged packet: go on with the next; `.outOfMemory`).
  package func send(_ sample: SampleBuffer?) throws(CodecsError) -> Bool {
    let status: Int32
    if let sample {
      status = sample.withPacket { avcodec_send_packet(context, $0) } ?? rushes_error_invalid_argument
    } else {
      status = avcodec_send_packet(context, nil)
    }
    if status == rushes_error_again { return false }
    if status == rushes_error_eof { return true }
    try checkDecoding(status)
    return true
  }

  /// The next frame in presentation order, its time the best that is known.
  /// - Throws: `CodecsError` (`.invalidData` for damage: go on).
  package func receive() throws(CodecsError) -> Output {
    let frame = try Frame()
    let status = avcodec_receive_frame(context, frame.pointer)
    if status == rushes_error_again { return .needsPacket }
    if status == rushes_error_eof { return .endOfStream }
    try checkDecoding(status)
    if isVideo {
      frame.pointer.pointee.pts = frame.pointer.pointee.best_effort_timestamp
    } else if frame.pointer.pointee.ch_layout.order == AV_CHANNEL_ORDER_UNSPEC {
      // PCM decoders leave the order open; filters need one.
      av_channel_layout_default(&frame.pointer.pointee.ch_layout, frame.pointer.pointee.ch_layout.nb_channels)
    }
    return .frame(frame)
  }

  /// What the decoder has found its stream to be.
  /// - Parameter sets: The stream's parameter sets, which an MP4 needs apart.
  func format(withParameterSets sets: [UInt8]) throws(CodecsError) -> FormatDescription {
    var parameters = avcodec_parameters_alloc()
    defer { avcodec_parameters_free(&parameters) }
    let filled = try allocated(parameters, "codec parameters")
    try check(avcodec_parameters_from_context(filled, context), "cannot describe the stream")
    try filled.setExtraData(sets)
    return try allocated(FormatDescription(copying: filled), "a format description")
  }

  /// Decoders report damage in many ways; all but a lack of memory are damage.
  private func checkDecoding(_ status: Int32) throws(CodecsError) {
    guard status < 0 else { return }
    let error = CodecsError(status, doing: "cannot decode")
    throw error.code == .outOfMemory ? error : CodecsError(code: .invalidData, message: error.message)
  }

  private static func requireAllowedSize(_ format: FormatDescription, _ limits: DecodingLimits) throws(CodecsError) {
    guard let size = format.codedSize, size.width > 0, size.height > 0 else { return }
    let (pixels, overflow) = size.width.multipliedReportingOverflow(by: size.height)
    guard !overflow, pixels <= limits.maximumPixels else {
      throw CodecsError(
        code: .tooLarge, message: "pictures of \(size) are above the limit of \(limits.maximumPixels) pixels")
    }
  }

  private static func noDecoder(for format: FormatDescription) -> String {
    guard format.codec == .none else { return "no decoder for '\(format.codec)'" }
    return format.codecTag.isEmpty ? "its codec is not known" : "its codec '\(format.codecTag)' is not known"
  }
}
