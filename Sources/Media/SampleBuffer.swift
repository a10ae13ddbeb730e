package import CFFmpeg

/// One picture, one stretch of sound, or one packet of a track, with its times.
///
/// Owns one AVFrame or AVPacket and frees it; what it holds is never changed after it was made, so it may be read
/// from several threads at once. Its pixels or bytes are shared by reference, never copied.
public final class SampleBuffer: @unchecked Sendable {
  // Safe: immutable after init; FFmpeg counts references to the data atomically.
  private enum Content {
    case frame(UnsafeMutablePointer<AVFrame>)
    case packet(UnsafeMutablePointer<AVPacket>)
  }

  private let content: Content
  public let mediaType: MediaType
  /// When it is shown or heard; `nil` where unknown.
  public let presentationTime: MediaTime?
  /// When a packet must be decoded; `nil` for decoded samples and where unknown.
  public let decodeTime: MediaTime?
  /// How long it is shown or heard; `nil` where unknown.
  public let duration: MediaTime?
  /// A packet that decodes without any before it. True for decoded samples.
  public let isKeyFrame: Bool
  /// The unit of the C object's own integer times.
  package let timeBase: Rational

  /// Takes ownership of `frame`, whose times are in `timeBase`.
  /// - Parameter duration: In `timeBase`, where it is better known than the frame's own.
  package init(
    taking frame: UnsafeMutablePointer<AVFrame>, mediaType: MediaType, timeBase: Rational, duration: Int64? = nil
  ) {
    content = .frame(frame)
    self.mediaType = mediaType
    self.timeBase = timeBase
    if let duration { rushes_frame_set_duration(frame, duration) }
    let ownDuration = rushes_frame_duration(frame)
    presentationTime = Self.time(frame.pointee.pts, timeBase)
    decodeTime = nil
    self.duration = ownDuration > 0 ? Self.time(ownDuration, timeBase) : nil
    isKeyFrame = true
  }

  /// Takes ownership of `packet`, whose times are in `timeBase`.
  package init(taking packet: UnsafeMutablePointer<AVPacket>, mediaType: MediaType, timeBase: Rational) {
    content = .packet(packet)
    self.mediaType = mediaType
    self.timeBase = timeBase
    presentationTime = Self.time(packet.pointee.pts, timeBase)
    decodeTime = Self.time(packet.pointee.dts, timeBase)
    duration = packet.pointee.duration > 0 ? Self.time(packet.pointee.duration, timeBase) : nil
    isKeyFrame = packet.pointee.flags & AV_PKT_FLAG_KEY != 0
  }

  deinit {
    switch content {
    case .frame(let frame):
      var frame: UnsafeMutablePointer<AVFrame>? = frame
      av_frame_free(&frame)
    case .packet(let packet):
      var packet: UnsafeMutablePointer<AVPacket>? = packet
      av_packet_free(&packet)
    }
  }

  /// Still encoded.
  public var isPacket: Bool {
    if case .packet = content { true } else { false }
  }

  /// A packet that is decoded but not shown: it stands before an edit's start.
  public var isHidden: Bool {
    guard case .packet(let packet) = content else { return false }
    return packet.pointee.flags & AV_PKT_FLAG_DISCARD != 0
  }

  /// Presentation time, else decode time, in units of `timeBase`; 0 where neither is known.
  package var ticks: Int64 {
    switch content {
    case .frame(let frame): return frame.pointee.pts == rushes_no_timestamp ? 0 : frame.pointee.pts
    case .packet(let packet):
      if packet.pointee.pts != rushes_no_timestamp { return packet.pointee.pts }
      return packet.pointee.dts == rushes_no_timestamp ? 0 : packet.pointee.dts
    }
  }

  /// A picture's size; `nil` for sound and packets.
  public var pixelSize: PixelSize? {
    guard case .frame(let frame) = content, mediaType == .video else { return nil }
    return PixelSize(width: Int(frame.pointee.width), height: Int(frame.pointee.height))
  }

  /// Sound samples a channel; 0 for pictures and packets.
  public var sampleCount: Int {
    guard case .frame(let frame) = content else { return 0 }
    return Int(frame.pointee.nb_samples)
  }

  /// Bytes that this sample keeps in memory, for budgets.
  public var byteCount: Int {
    switch content {
    case .packet(let packet): return Int(packet.pointee.size)
    case .frame(let frame):
      return withUnsafeBytes(of: frame.pointee.buf) { raw in
        raw.bindMemory(to: UnsafeMutablePointer<AVBufferRef>?.self).reduce(0) {
          $0 + ($1.map { Int($0.pointee.size) } ?? 0)
        }
      }
    }
  }

  /// Lends the frame, which must be neither changed nor kept; `nil` result for packets.
  package func withFrame<Result, Failure: Error>(
    _ body: (UnsafePointer<AVFrame>) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard case .frame(let frame) = content else { return nil }
    return try body(UnsafePointer(frame))
  }

  /// Lends the packet, which must be neither changed nor kept; `nil` result for frames.
  package func withPacket<Result, Failure: Error>(
    _ body: (UnsafePointer<AVPacket>) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard case .packet(let packet) = content else { return nil }
    return try body(UnsafePointer(packet))
  }

  private static func time(_ value: Int64, _ timeBase: Rational) -> MediaTime? {
    value == rushes_no_timestamp
      ? nil
      : MediaTime(
        value: value, timeBase: Int32(clamping: timeBase.numerator), denominator: Int32(clamping: timeBase.denominator))
  }
}
