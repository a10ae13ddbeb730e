internal import CFFmpeg
package import Media
package import Platform

/// Puts packets into an MP4, MOV or M4A over a file descriptor, its moov box before the media.
///
/// Writes packets in the order they are given; interleaving is the caller's. Not `Sendable`: one thread at a time.
package final class Muxer {
  /// One track to be.
  package struct Track {
    package var format: FormatDescription
    /// Unit that the track's times are exact in.
    package var timeBase: Rational
    package var nominalFrameRate: Rational?
    /// Turns the coded picture upright in players.
    package var orientation: Orientation
    /// ISO 639-2.
    package var language: String?

    package init(
      format: FormatDescription, timeBase: Rational, nominalFrameRate: Rational? = nil, orientation: Orientation = .up,
      language: String? = nil
    ) {
      self.format = format
      self.timeBase = timeBase
      self.nominalFrameRate = nominalFrameRate
      self.orientation = orientation
      self.language = language
    }
  }

  private var context: UnsafeMutablePointer<AVFormatContext>?
  private let output: OutputStream
  private let reopener: Reopener
  private let timeBases: [Rational]

  /// Opens the file again by its descriptor when the muxer moves the media behind the moov box.
  private final class Reopener {
    let file: FileDescriptor
    let stop: StopSignal
    var streams: [UnsafeMutablePointer<AVIOContext>: InputStream] = [:]

    init(file: FileDescriptor, stop: StopSignal) {
      self.file = file
      self.stop = stop
    }
  }

  /// - Parameters:
  ///   - container: FFmpeg's muxer name: `mp4`, `mov` or `ipod` (M4A).
  ///   - file: Empty, open for reading and writing; this object does not close it.
  ///   - movieTimescale: Edit lists are exact in it.
  ///   - creationTime: ISO 8601, UTC; `nil` leaves it out.
  /// - Throws: `CodecsError` (`.refused` where the container cannot hold a codec).
  package init(
    container: String, file: FileDescriptor, tracks: [Track], movieTimescale: Int, creationTime: String?,
    stop: StopSignal
  ) throws(CodecsError) {
    output = try OutputStream(file: file, stop: stop)
    reopener = Reopener(file: file, stop: stop)
    timeBases = tracks.map(\.timeBase)
    var made: UnsafeMutablePointer<AVFormatContext>?
    try check(avformat_alloc_output_context2(&made, nil, container, nil), "cannot make a \(container) muxer")
    let context = try allocated(made, "a muxer")
    self.context = context
    do {
      context.pointee.pb = output.context
      context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO | AVFMT_FLAG_BITEXACT
      context.pointee.url = av_strdup("")
      context.pointee.opaque = Unmanaged.passUnretained(reopener).toOpaque()
      Self.openOnlyOurFile(context)
      if let creationTime { av_dict_set(&context.pointee.metadata, "creation_time", creationTime, 0) }
      for track in tracks { try Self.add(track, to: context, creationTime: creationTime) }
      // Final since 2018, and read by all that read FLAC at all; libavformat still calls it an experiment.
      if tracks.contains(where: { Self.isTrustedExperiment($0.format) }) {
        context.pointee.strict_std_compliance = FF_COMPLIANCE_EXPERIMENTAL
      }
      let options = Options([("movflags", "+faststart"), ("movie_timescale", "\(movieTimescale)"), ("write_tmcd", "0")])
      try check(avformat_write_header(context, &options.dictionary), "cannot begin the file", input: output.error)
      try options.checkTaken(by: "the \(container) muxer")
    } catch {
      avformat_free_context(context)
      self.context = nil
      throw error
    }
  }

  deinit { avformat_free_context(context) }

  /// Whether a container (FFmpeg's muxer name) can hold a codec.
  package static func canHold(_ format: FormatDescription, container: String) -> Bool {
    guard format.codec != .none, let muxer = av_guess_format(container, nil, nil),
      avformat_query_codec(muxer, format.codec.avIdentifier, FF_COMPLIANCE_NORMAL) == 1
    else { return false }
    // The muxer's table promises more than the muxer does: it is asked itself, over a file in memory.
    var context: UnsafeMutablePointer<AVFormatContext>?
    guard avformat_alloc_output_context2(&context, muxer, nil, nil) >= 0, let context else { return false }
    defer { avformat_free_context(context) }
    guard avio_open_dyn_buf(&context.pointee.pb) >= 0 else { return false }
    defer {
      var bytes: UnsafeMutablePointer<UInt8>?
      avio_close_dyn_buf(context.pointee.pb, &bytes)
      context.pointee.pb = nil
      av_free(bytes)
    }
    if isTrustedExperiment(format) { context.pointee.strict_std_compliance = FF_COMPLIANCE_EXPERIMENTAL }
    let base = format.audio.map { Rational(1, max(1, $0.sampleRate)) } ?? Rational(1, 90_000)
    do {
      try add(Track(format: format, timeBase: base), to: context, creationTime: nil)
    } catch {
      return false
    }
    return avformat_init_output(context, nil) >= 0
  }

  private static func isTrustedExperiment(_ format: FormatDescription) -> Bool {
    format.codec.avIdentifier == AV_CODEC_ID_FLAC
  }

  /// Writes one packet of a track; each track's in decode order.
  /// - Parameter times: In the track's time base, instead of the packet's own.
  package func write(
    _ sample: SampleBuffer, toTrack track: Int, times: PacketTimes? = nil
  ) throws(CodecsError) {
    guard let stream = context?.pointee.streams[track] else { return }
    let reference = sample.withPacket { av_packet_clone($0) } ?? nil
    var packet: UnsafeMutablePointer<AVPacket>? = try allocated(reference, "a packet")
    defer { av_packet_free(&packet) }
    packet?.pointee.stream_index = Int32(track)
    packet?.pointee.pos = -1
    if let times {
      packet?.pointee.pts = times.presentation
      packet?.pointee.dts = times.decode
      packet?.pointee.duration = times.duration
    }
    av_packet_rescale_ts(packet, rational(times == nil ? sample.timeBase : timeBases[track]), stream.pointee.time_base)
    try check(av_write_frame(context, packet), "cannot write", input: output.error)
  }

  /// Ends the file: tables, then the moov box moved to the front.
  package func finish() throws(CodecsError) {
    try check(av_write_trailer(context), "cannot finish the file", input: output.error)
    avio_flush(output.context)
    if let error = output.error { throw CodecsError(rushes_error_io, doing: "cannot finish the file", input: error) }
  }

  /// Bytes written so far.
  package var byteCount: Int64 { avio_tell(output.context) }

  private static func add(
    _ track: Track, to context: UnsafeMutablePointer<AVFormatContext>, creationTime: String?
  ) throws(CodecsError) {
    let stream = try allocated(avformat_new_stream(context, nil), "a track")
    let parameters = try allocated(stream.pointee.codecpar, "codec parameters")
    _ = try track.format.withParameters { source throws(CodecsError) in
      try check(avcodec_parameters_copy(parameters, source), "copying codec parameters")
    }
    rushes_parameters_drop_side_data(parameters)
    parameters.pointee.codec_tag = tag(for: parameters.pointee, in: context)
    stream.pointee.time_base = rational(track.timeBase)
    if let rate = track.nominalFrameRate { stream.pointee.avg_frame_rate = rational(rate) }
    stream.pointee.sample_aspect_ratio = parameters.pointee.sample_aspect_ratio
    if let language = track.language { av_dict_set(&stream.pointee.metadata, "language", language, 0) }
    if let creationTime { av_dict_set(&stream.pointee.metadata, "creation_time", creationTime, 0) }
    guard track.orientation != .up, let size = track.format.codedSize else { return }
    let room = try allocated(rushes_stream_new_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, 36), "a track matrix")
    for (index, value) in track.orientation.trackMatrix(codedSize: size).values.enumerated() {
      UnsafeMutableRawPointer(room).storeBytes(of: value, toByteOffset: 4 * index, as: Int32.self)
    }
  }

  /// The source's four characters where this container knows them for the codec, else the muxer's choice.
  private static func tag(
    for parameters: AVCodecParameters, in context: UnsafeMutablePointer<AVFormatContext>
  ) -> UInt32 {
    guard let table = context.pointee.oformat.pointee.codec_tag,
      av_codec_get_id(table, parameters.codec_tag) == parameters.codec_id
    else { return 0 }
    return parameters.codec_tag
  }

  private static func openOnlyOurFile(_ context: UnsafeMutablePointer<AVFormatContext>) {
    context.pointee.io_open = { context, result, _, flags, _ in
      guard let opaque = context?.pointee.opaque, flags & AVIO_FLAG_WRITE == 0 else {
        return rushes_error_not_permitted
      }
      let reopener = Unmanaged<Reopener>.fromOpaque(opaque).takeUnretainedValue()
      // The only way to fail is to be out of memory.
      guard let stream = try? InputStream(source: FileSource(reopener.file, stop: reopener.stop)) else {
        return rushes_error_no_memory
      }
      reopener.streams[stream.context] = stream
      result?.pointee = stream.context
      return 0
    }
    context.pointee.io_close2 = { context, stream in
      guard let opaque = context?.pointee.opaque, let stream else { return 0 }
      Unmanaged<Reopener>.fromOpaque(opaque).takeUnretainedValue().streams[stream] = nil
      return 0
    }
  }
}
