internal import CFFmpeg
package import Media
package import Platform

/// Takes a container's bytes apart into packets, in file order.
///
/// Opens nothing but the source it is given. Not `Sendable`: used by one thread at a time.
package final class Demuxer {
  private var context: UnsafeMutablePointer<AVFormatContext>?
  private let input: InputStream
  private let stop: StopSignal

  package private(set) var streams: [StreamDescription] = []
  /// FFmpeg's name of the demuxer, such as `mov`.
  package let containerName: String
  /// What a person calls the container, such as `MP4/QuickTime`.
  package let containerTitle: String
  /// What is taken from all times of a stream, in its time base.
  private var offsets: [Int: Int64] = [:]
  private var continuity: ClockContinuity?
  /// MPEG's system clock.
  private static let clockRate: Int32 = 90_000
  /// Reads that failed as damaged and were passed over.
  package private(set) var damagedReads = 0

  /// Times of a container without a fixed zero are relative to this.
  package var startTime: MediaTime? { microseconds(context?.pointee.start_time) }
  package var duration: MediaTime? { microseconds(context?.pointee.duration) }
  package var metadata: [String: String] { values(of: context?.pointee.metadata) }

  /// Opens the container and finds its streams.
  ///
  /// - Parameter analyzesStreams: Reads and decodes some packets to know what the container does not say. An MP4 of our
  ///   own says it all.
  /// - Throws: `CodecsError` (`.unsupportedContainer`, `.invalidData`, `.stopped`, …).
  package init(
    source: any ByteSource, stop: StopSignal, limits: DecodingLimits = DecodingLimits(), analyzesStreams: Bool = true
  ) throws(CodecsError) {
    input = try InputStream(source: source)
    self.stop = stop
    let format = try Self.probe(input)
    containerName = Self.firstName(of: format)
    containerTitle = Containers.allowed[containerName] ?? containerName

    let context = try allocated(avformat_alloc_context(), "a demuxer")
    context.pointee.pb = input.context
    context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
    context.pointee.max_streams = Int32(clamping: limits.maximumStreams)
    context.pointee.interrupt_callback.opaque = Unmanaged.passUnretained(stop).toOpaque()
    context.pointee.interrupt_callback.callback = { opaque in
      guard let opaque else { return 0 }
      return Unmanaged<StopSignal>.fromOpaque(opaque).takeUnretainedValue().isRaised ? 1 : 0
    }
    // No file refers to another one: whatever a container asks to be opened is refused.
    context.pointee.io_open = { _, _, _, _, _ in rushes_error_not_permitted }

    var opening: UnsafeMutablePointer<AVFormatContext>? = context
    let opened = avformat_open_input(&opening, "", format, nil)
    // On failure libavformat has freed the context.
    try check(opened, "cannot read it as \(containerTitle)", input: input.error)
    self.context = opening
    if format.pointee.flags & AVFMT_TS_DISCONT != 0 {
      continuity = ClockContinuity(ticksPerSecond: Int64(Self.clockRate))
    }

    if analyzesStreams { try Self.findStreams(context, limits: limits, input: input) }
    for index in 0..<Int(context.pointee.nb_streams) {
      guard let stream = context.pointee.streams[index] else { continue }
      streams.append(try Self.describe(stream, in: context))
    }
  }

  deinit { avformat_close_input(&context) }

  /// Has packets of the other streams thrown away unread.
  package func keepOnly(_ indices: Set<Int>) {
    for index in streams.indices {
      context?.pointee.streams[index]?.pointee.discard = indices.contains(index) ? AVDISCARD_DEFAULT : AVDISCARD_ALL
    }
  }

  /// Has `time` taken from all times of a stream, so that the presentation starts at zero.
  package func setOrigin(_ time: MediaTime, ofStream index: Int) {
    let base = rational(streams[index].timeBase)
    let ticks = av_rescale_q(time.value, AVRational(num: 1, den: time.timescale), base)
    offsets[index] = ticks == 0 ? nil : ticks
  }

  /// The next packet in file order with its stream's index; `nil` at the end.
  ///
  /// Damaged places are passed over and counted.
  /// - Throws: `CodecsError` (`.stopped`, `.inputOutput`, …).
  package func readPacket() throws(CodecsError) -> (stream: Int, sample: SampleBuffer)? {
    var failures = 0
    while true {
      guard !stop.isRaised else { throw CodecsError(code: .stopped, message: "stopped") }
      let packet = try allocated(av_packet_alloc(), "a packet")
      let status = av_read_frame(context, packet)
      if status >= 0 {
        let index = Int(packet.pointee.stream_index)
        guard streams.indices.contains(index) else {
          // A stream that appeared after the header (MPEG-TS): nobody asked for it.
          free(packet)
          continue
        }
        if packet.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 { damagedReads += 1 }
        let stream = streams[index]
        if let offset = offsets[index] { shift(packet, by: offset) }
        keepClockGoing(packet, stream: stream)
        return (
          index, SampleBuffer(taking: packet, mediaType: stream.format.mediaType, timeBase: stream.timeBase)
        )
      }
      free(packet)
      if let error = input.error { throw CodecsError(status, doing: "reading", input: error) }
      if status == rushes_error_eof { return nil }
      if status == rushes_error_again { continue }
      damagedReads += 1
      failures += 1
      // A damaged index can name thousands of places that are not there; then what was read is all there is.
      guard status == rushes_error_invalid_data, failures < 10_000 else { return nil }
    }
  }

  /// Goes to the last key frame of a stream at or before `time` (in the stream's time base).
  package func seek(stream: Int, to time: Int64) throws(CodecsError) {
    try check(
      av_seek_frame(context, Int32(stream), time, AVSEEK_FLAG_BACKWARD), "cannot seek", input: input.error)
  }

  /// The byte after the last sample that the index names, over all sound and video; 0 where there is no index. For MP4
  /// known without reading packets: a file that ends before it is cut off.
  package var indexedEnd: Int64 {
    streams.filter { [.video, .audio].contains($0.format.mediaType) }
      .compactMap { context?.pointee.streams[$0.index].map(rushes_stream_indexed_end) }.max() ?? 0
  }

  /// Decode times of a stream's samples as its index has them, in the stream's time base: known without reading
  /// packets for MP4, empty for containers without an index.
  package func indexedTimes(ofStream index: Int) -> [Int64] {
    guard let stream = context?.pointee.streams[index] else { return [] }
    let count = avformat_index_get_entries_count(stream)
    return (0..<max(0, count)).compactMap { avformat_index_get_entry(stream, $0)?.pointee.timestamp }
  }

  /// Transport and program streams may start their clock again; other containers have one zero.
  private func keepClockGoing(_ packet: UnsafeMutablePointer<AVPacket>, stream: StreamDescription) {
    guard continuity != nil, packet.pointee.dts != rushes_no_timestamp else { return }
    let unit = rational(stream.timeBase)
    let clock = AVRational(num: 1, den: Self.clockRate)
    let time = av_rescale_q(packet.pointee.dts, unit, clock)
    let duration = av_rescale_q(packet.pointee.duration, unit, clock)
    guard let offset = continuity?.offset(ofStream: stream.index, decodeTime: time, duration: duration), offset != 0
    else {
      return
    }
    shift(packet, by: -av_rescale_q(offset, clock, unit))
  }

  private func shift(_ packet: UnsafeMutablePointer<AVPacket>, by ticks: Int64) {
    if packet.pointee.pts != rushes_no_timestamp { packet.pointee.pts &-= ticks }
    if packet.pointee.dts != rushes_no_timestamp { packet.pointee.dts &-= ticks }
  }

  private func free(_ packet: UnsafeMutablePointer<AVPacket>) {
    var packet: UnsafeMutablePointer<AVPacket>? = packet
    av_packet_free(&packet)
  }

  private func microseconds(_ value: Int64?) -> MediaTime? {
    guard let value, value != rushes_no_timestamp else { return nil }
    return MediaTime(value: value, timescale: Int32(AV_TIME_BASE))
  }
}
