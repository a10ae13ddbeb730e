internal import CFFmpeg
internal import Media
package import Platform

extension Demuxer {
  /// FFmpeg's name of the container that the bytes are, from their first megabyte at most; nothing else is looked at.
  /// - Throws: `CodecsError` (`.unsupportedContainer`, `.stopped`, `.inputOutput`).
  package static func containerName(of source: any ByteSource) throws(CodecsError) -> String {
    firstName(of: try probe(try InputStream(source: source)))
  }

  /// Chooses the container by content, and refuses what is not on the list.
  static func probe(_ input: InputStream) throws(CodecsError) -> UnsafePointer<AVInputFormat> {
    var format: UnsafePointer<AVInputFormat>?
    let score = av_probe_input_buffer2(input.context, &format, "", nil, 0, 0)
    guard score >= 0, let format else {
      if input.error != nil { try check(score, "cannot read", input: input.error) }
      throw CodecsError(code: .unsupportedContainer, message: "it is no video or audio container that is known here")
    }
    let name = firstName(of: format)
    guard Containers.allowed[name] != nil else {
      let what = Containers.refused[name].map { "it is \($0)" } ?? "it looks like '\(name)'"
      throw CodecsError(code: .unsupportedContainer, message: "\(what), not a recorded clip")
    }
    return format
  }

  static func firstName(of format: UnsafePointer<AVInputFormat>) -> String {
    String(String(cString: format.pointee.name).prefix { $0 != "," })
  }

  static func findStreams(
    _ context: UnsafeMutablePointer<AVFormatContext>, limits: DecodingLimits, input: InputStream
  ) throws(CodecsError) {
    var options = [OpaquePointer?](repeating: nil, count: Int(context.pointee.nb_streams))
    for index in options.indices {
      av_dict_set(&options[index], "max_pixels", "\(limits.maximumPixels)", 0)
      av_dict_set(&options[index], "threads", "1", 0)
    }
    let status = options.withUnsafeMutableBufferPointer { avformat_find_stream_info(context, $0.baseAddress) }
    for index in options.indices { av_dict_free(&options[index]) }
    try check(status, "cannot find its streams", input: input.error)
  }

  static func describe(
    _ stream: UnsafeMutablePointer<AVStream>, in context: UnsafeMutablePointer<AVFormatContext>
  ) throws(CodecsError) -> StreamDescription {
    let parameters = stream.pointee.codecpar
    let aspect = av_guess_sample_aspect_ratio(context, stream, nil)
    let format = FormatDescription(
      copying: try allocated(UnsafePointer(parameters), "codec parameters"),
      sampleAspectRatio: aspect.num > 0 && aspect.den > 0 ? Rational(Int(aspect.num), Int(aspect.den)) : nil,
      trackMatrix: trackMatrix(of: stream), dolbyVision: dolbyVision(of: stream))
    let timeBase = Rational(Int(stream.pointee.time_base.num), Int(max(1, stream.pointee.time_base.den)))
    let rate = stream.pointee.avg_frame_rate
    let disposition = stream.pointee.disposition
    let isPicture = disposition & (AV_DISPOSITION_ATTACHED_PIC | AV_DISPOSITION_TIMED_THUMBNAILS) != 0
    return StreamDescription(
      index: Int(stream.pointee.index), identifier: Int(stream.pointee.id),
      format: try allocated(format, "a format description"), timeBase: timeBase,
      startTime: time(stream.pointee.start_time, timeBase),
      duration: stream.pointee.duration > 0 ? time(stream.pointee.duration, timeBase) : nil,
      averageFrameRate: rate.num > 0 && rate.den > 0 ? Rational(Int(rate.num), Int(rate.den)) : nil,
      frameCount: stream.pointee.nb_frames > 0 ? Int(stream.pointee.nb_frames) : nil,
      isDefault: disposition & AV_DISPOSITION_DEFAULT != 0, isAttachedPicture: isPicture,
      language: values(of: stream.pointee.metadata)["language"].flatMap { $0 == "und" ? nil : $0 },
      isDecodable: parameters.map { avcodec_find_decoder($0.pointee.codec_id) != nil } ?? false)
  }

  private static func time(_ value: Int64, _ timeBase: Rational) -> MediaTime? {
    value == rushes_no_timestamp
      ? nil
      : MediaTime(
        value: value, timeBase: Int32(clamping: timeBase.numerator), denominator: Int32(clamping: timeBase.denominator))
  }

  private static func trackMatrix(of stream: UnsafeMutablePointer<AVStream>) -> TrackMatrix? {
    var size = 0
    guard let bytes = rushes_stream_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size), size >= 36 else { return nil }
    return TrackMatrix(
      values: (0..<9).map { UnsafeRawPointer(bytes).loadUnaligned(fromByteOffset: 4 * $0, as: Int32.self) })
  }

  private static func dolbyVision(of stream: UnsafeMutablePointer<AVStream>) -> (profile: Int, compatibility: Int)? {
    var size = 0
    guard let bytes = rushes_stream_side_data(stream, AV_PKT_DATA_DOVI_CONF, &size),
      size >= MemoryLayout<AVDOVIDecoderConfigurationRecord>.size
    else { return nil }
    let record = UnsafeRawPointer(bytes).loadUnaligned(as: AVDOVIDecoderConfigurationRecord.self)
    return (Int(record.dv_profile), Int(record.dv_bl_signal_compatibility_id))
  }
}
