internal import CFFmpeg
package import Media

/// One plane of a picture that lies in memory of someone else's.
package struct PlaneMemory {
  package let bytes: UnsafeMutableRawBufferPointer
  /// Bytes from one row to the next.
  package let stride: Int

  package init(_ bytes: UnsafeMutableRawBufferPointer, stride: Int) {
    self.bytes = bytes
    self.stride = stride
  }
}

// Captured times are counted in nanoseconds.
private let nanoseconds = Rational(1, 1_000_000_000)

extension SampleBuffer {
  /// A picture over memory of a driver's: nothing is copied.
  ///
  /// - Parameters:
  ///   - planes: As many as the pixel format has, each with all of its rows.
  ///   - time: When it was captured, in nanoseconds.
  ///   - duration: In nanoseconds; 0 where unknown.
  ///   - release: Called once, on any thread, when nobody looks at the picture any more; also where this throws.
  package static func picture(
    over planes: [PlaneMemory], size: PixelSize, pixelFormat: PixelFormat, color: ColorDescription, time: Int64,
    duration: Int64, release: @escaping @Sendable () -> Void
  ) throws(CodecsError) -> SampleBuffer {
    let owner = MemoryOwner(release)
    let frame = try Frame()
    frame.pointer.pointee.width = Int32(size.width)
    frame.pointer.pointee.height = Int32(size.height)
    frame.pointer.pointee.format = pixelFormat.rawValue
    frame.pointer.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    frame.tag(as: color)
    if color.isFullRange == nil { frame.pointer.pointee.color_range = AVCOL_RANGE_UNSPECIFIED }
    for (index, plane) in planes.prefix(4).enumerated() {
      let buffer = try owner.makeBuffer(over: plane.bytes)
      withUnsafeMutableBytes(of: &frame.pointer.pointee.buf) {
        $0.bindMemory(to: UnsafeMutablePointer<AVBufferRef>?.self)[index] = buffer
      }
      withUnsafeMutableBytes(of: &frame.pointer.pointee.data) {
        $0.bindMemory(to: UnsafeMutablePointer<UInt8>?.self)[index] = buffer.pointee.data
      }
      withUnsafeMutableBytes(of: &frame.pointer.pointee.linesize) {
        $0.bindMemory(to: Int32.self)[index] = Int32(plane.stride)
      }
    }
    frame.presentationTime = time
    frame.duration = duration
    return frame.makeSample(mediaType: .video, timeBase: nanoseconds)
  }

  /// A picture in memory of its own, whose planes `fill` writes.
  package static func picture(
    size: PixelSize, pixelFormat: PixelFormat, color: ColorDescription, time: Int64, duration: Int64,
    fill: ([PlaneMemory]) -> Void
  ) throws(CodecsError) -> SampleBuffer {
    let frame = try Frame()
    frame.pointer.pointee.width = Int32(size.width)
    frame.pointer.pointee.height = Int32(size.height)
    frame.pointer.pointee.format = pixelFormat.rawValue
    frame.pointer.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    frame.tag(as: color)
    if color.isFullRange == nil { frame.pointer.pointee.color_range = AVCOL_RANGE_UNSPECIFIED }
    try check(av_frame_get_buffer(frame.pointer, 0), "allocating a picture")
    fill(frame.planes)
    frame.presentationTime = time
    frame.duration = duration
    return frame.makeSample(mediaType: .video, timeBase: nanoseconds)
  }

  /// A compressed picture over memory of a driver's. FFmpeg's parsers may read up to 64 bytes beyond its end: the memory
  /// must reach as far.
  /// - Parameter release: Called once, on any thread, when nobody looks at it any more; also where this throws.
  package static func packet(
    over bytes: UnsafeMutableRawBufferPointer, isKeyFrame: Bool, time: Int64, duration: Int64,
    release: @escaping @Sendable () -> Void
  ) throws(CodecsError) -> SampleBuffer {
    let owner = MemoryOwner(release)
    let packet = try allocated(av_packet_alloc(), "a packet")
    do {
      packet.pointee.buf = try owner.makeBuffer(over: bytes)
    } catch {
      var packet: UnsafeMutablePointer<AVPacket>? = packet
      av_packet_free(&packet)
      throw error
    }
    packet.pointee.data = packet.pointee.buf.pointee.data
    packet.pointee.size = Int32(bytes.count)
    return finished(packet, isKeyFrame: isKeyFrame, time: time, duration: duration)
  }

  /// A compressed picture, copied.
  package static func packet(
    copying bytes: UnsafeRawBufferPointer, isKeyFrame: Bool, time: Int64, duration: Int64
  ) throws(CodecsError) -> SampleBuffer {
    let packet = try allocated(av_packet_alloc(), "a packet")
    do {
      try check(av_new_packet(packet, Int32(bytes.count)), "allocating a packet")
    } catch {
      var packet: UnsafeMutablePointer<AVPacket>? = packet
      av_packet_free(&packet)
      throw error
    }
    if let base = bytes.baseAddress {
      packet.pointee.data.update(from: base.assumingMemoryBound(to: UInt8.self), count: bytes.count)
    }
    return finished(packet, isKeyFrame: isKeyFrame, time: time, duration: duration)
  }

  /// The same packet with other times; shares the bytes.
  /// - Parameter time: When it is decoded and shown, in `timeBase`.
  package func packet(at time: Int64, duration: Int64, timeBase: Rational) throws(CodecsError) -> SampleBuffer? {
    guard let clone = withPacket({ av_packet_clone($0) }) else { return nil }
    let packet = try allocated(clone, "a packet")
    packet.pointee.pts = time
    packet.pointee.dts = time
    packet.pointee.duration = duration
    return SampleBuffer(taking: packet, mediaType: mediaType, timeBase: timeBase)
  }

  private static func finished(
    _ packet: UnsafeMutablePointer<AVPacket>, isKeyFrame: Bool, time: Int64, duration: Int64
  ) -> SampleBuffer {
    packet.pointee.pts = time
    packet.pointee.dts = time
    packet.pointee.duration = duration
    if isKeyFrame { packet.pointee.flags |= AV_PKT_FLAG_KEY }
    return SampleBuffer(taking: packet, mediaType: .video, timeBase: nanoseconds)
  }

  /// Sound in interleaved samples, copied.
  /// - Parameters:
  ///   - format: FFmpeg's name of the interleaved sample format: `u8`, `s16`, `s32` (also for 24 bits, in the upper ones),
  ///     `flt` or `dbl`, in the machine's byte order.
  ///   - time: When the first sample was captured, in nanoseconds.
  /// - Throws: `CodecsError` (`.refused` for another format).
  package static func sound(
    copying bytes: UnsafeRawBufferPointer, sampleFormat format: String, sampleRate: Int, channelCount: Int, time: Int64
  ) throws(CodecsError) -> SampleBuffer {
    let avFormat = av_get_sample_fmt(format)
    let frameSize = Int(av_get_bytes_per_sample(avFormat)) * channelCount
    guard frameSize > 0, av_sample_fmt_is_planar(avFormat) == 0 else {
      throw CodecsError(code: .refused, message: "'\(format)' is no interleaved sample format")
    }
    let count = bytes.count / frameSize
    let frame = try Frame()
    frame.pointer.pointee.format = avFormat.rawValue
    frame.pointer.pointee.sample_rate = Int32(sampleRate)
    frame.pointer.pointee.nb_samples = Int32(count)
    av_channel_layout_default(&frame.pointer.pointee.ch_layout, Int32(channelCount))
    try check(av_frame_get_buffer(frame.pointer, 0), "allocating sound")
    if count > 0, let base = bytes.baseAddress {
      frame.pointer.pointee.extended_data[0]?.update(
        from: base.assumingMemoryBound(to: UInt8.self), count: count * frameSize)
    }
    frame.presentationTime = time
    frame.duration = Int64(count) * 1_000_000_000 / Int64(max(1, sampleRate))
    return frame.makeSample(mediaType: .audio, timeBase: nanoseconds)
  }
}

extension Frame {
  /// The planes of a picture in memory that belongs to this frame alone.
  var planes: [PlaneMemory] {
    let description = av_pix_fmt_desc_get(AVPixelFormat(pointer.pointee.format))
    let count = Int(av_pix_fmt_count_planes(AVPixelFormat(pointer.pointee.format)))
    let chromaShift = description.map { Int($0.pointee.log2_chroma_h) } ?? 0
    return withUnsafeMutableBytes(of: &pointer.pointee.data) { data in
      let planes = data.bindMemory(to: UnsafeMutablePointer<UInt8>?.self)
      return withUnsafeMutableBytes(of: &pointer.pointee.linesize) { lines in
        let strides = lines.bindMemory(to: Int32.self)
        return (0..<max(0, count)).compactMap { index in
          guard let base = planes[index] else { return nil }
          let height = Int(pointer.pointee.height)
          let rows = index == 1 || index == 2 ? -((-height) >> chromaShift) : height
          return PlaneMemory(
            UnsafeMutableRawBufferPointer(start: base, count: rows * Int(strides[index])), stride: Int(strides[index]))
        }
      }
    }
  }
}

/// Keeps what `release` gives back until the last buffer over it is gone.
private final class MemoryOwner: Sendable {
  private let release: @Sendable () -> Void

  init(_ release: @escaping @Sendable () -> Void) { self.release = release }

  deinit { release() }

  func makeBuffer(over bytes: UnsafeMutableRawBufferPointer) throws(CodecsError) -> UnsafeMutablePointer<AVBufferRef> {
    let retained = Unmanaged.passRetained(self)
    let buffer = av_buffer_create(
      bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count,
      { opaque, _ in
        guard let opaque else { return }
        Unmanaged<MemoryOwner>.fromOpaque(opaque).release()
      }, retained.toOpaque(), AV_BUFFER_FLAG_READONLY)
    guard let buffer else {
      retained.release()
      throw CodecsError(code: .outOfMemory, message: "no memory for a picture")
    }
    return buffer
  }
}
