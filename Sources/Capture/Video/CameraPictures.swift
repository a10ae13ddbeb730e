internal import CV4L2
internal import Codecs
internal import Media

/// Makes samples of the buffers that a camera's driver has filled. Used on the capture thread alone.
struct CameraPictures {
  private let setting: CameraSetting
  private let buffers: CameraBuffers
  private var clock: CameraClock
  private var lastSequence: UInt32?

  init(setting: CameraSetting, buffers: CameraBuffers) {
    self.setting = setting
    self.buffers = buffers
    clock = CameraClock(frameDelay: setting.frameDelay)
  }

  /// Hands the buffer's picture to `sink`, and the buffer back to the driver, now or when the picture is gone.
  /// - Returns: An error where there is no memory left.
  mutating func deliver(_ buffer: rushes_v4l2_buffer, to sink: any SampleSink) -> CaptureError? {
    let index = Int(buffer.index)
    // A sequence that goes back, as some drivers' does, says nothing.
    let gap = lastSequence.map { Int(Int32(truncatingIfNeeded: buffer.sequence &- $0)) - 1 } ?? 0
    lastSequence = buffer.sequence

    guard buffer.flags & rushes_v4l2_flag_error == 0, let content = content(of: buffer) else {
      pendingLoss += max(0, gap)
      sink.note(.damagedBuffer)
      buffers.requeue(index)
      return nil
    }
    let reading = read(buffer)
    if reading.isEstimated { sink.note(.replacedTimestamp) }
    do throws(CodecsError) {
      let sample = try sample(of: content, index: index, time: reading.time, sink: sink)
      sink.deliver(
        CapturedSample(sample, lostBefore: max(0, gap) + pendingLoss, isTimeEstimated: reading.isEstimated))
      pendingLoss = 0
      return nil
    } catch {
      return CaptureError(code: .unavailable, message: "cannot capture a picture: \(error.message)")
    }
  }

  /// Pictures lost before a damaged one, which no sample has told of yet.
  private var pendingLoss = 0

  private enum Content {
    case raw(PixelFormat, [PlaneMemory])
    case compressed(UnsafeRawBufferPointer, isKeyFrame: Bool)
  }

  private mutating func read(_ buffer: rushes_v4l2_buffer) -> CameraClock.Reading {
    let source = buffer.flags & rushes_v4l2_stamp_source_mask
    return clock.read(
      stamp: buffer.time, isStartOfExposure: source == rushes_v4l2_stamp_at_start_of_exposure,
      now: rushes_monotonic_now())
  }

  /// - Returns: `nil` where the buffer holds no whole picture.
  private func content(of buffer: rushes_v4l2_buffer) -> Content? {
    switch setting.picture.content {
    case .pixels(let format):
      guard let layout = setting.layout else { return nil }
      var planes: [PlaneMemory] = []
      for plane in layout.planes {
        guard
          let memory = filledMemory(
            of: buffer, plane: plane.memory, atLeast: layout.filledByteCount(ofMemory: plane.memory)),
          let base = memory.baseAddress
        else { return nil }
        // Whole rows, as far as the memory goes.
        let count = min(plane.stride * plane.rowCount, memory.count - plane.offset)
        planes.append(
          PlaneMemory(UnsafeMutableRawBufferPointer(start: base + plane.offset, count: count), stride: plane.stride))
      }
      return .raw(format, planes)
    case .motionJPEG:
      guard let bytes = filledBytes(of: buffer), let count = CompressedPicture.jpegByteCount(bytes) else { return nil }
      return .compressed(UnsafeRawBufferPointer(rebasing: bytes.prefix(count)), isKeyFrame: true)
    case .h264:
      guard let bytes = filledBytes(of: buffer) else { return nil }
      let unit = CompressedPicture.accessUnit(bytes)
      return unit == .none ? nil : .compressed(bytes, isKeyFrame: unit == .key)
    }
  }

  /// The memory of a plane from its first byte of picture on, if the driver has filled enough of it.
  private func filledMemory(
    of buffer: rushes_v4l2_buffer, plane: Int, atLeast needed: Int
  ) -> UnsafeMutableRawBufferPointer? {
    let used = withUnsafeBytes(of: buffer.bytes_used) { Int($0.bindMemory(to: UInt32.self)[plane]) }
    let start = withUnsafeBytes(of: buffer.data_offset) { Int($0.bindMemory(to: UInt32.self)[plane]) }
    guard let memory = buffers.memory(ofBuffer: Int(buffer.index), plane: plane), used <= memory.count,
      start <= used, used - start >= max(1, needed)
    else { return nil }
    return UnsafeMutableRawBufferPointer(rebasing: memory[start...])
  }

  private func filledBytes(of buffer: rushes_v4l2_buffer) -> UnsafeRawBufferPointer? {
    let used = Int(buffer.bytes_used.0)
    let start = Int(buffer.data_offset.0)
    return filledMemory(of: buffer, plane: 0, atLeast: 1).map {
      UnsafeRawBufferPointer(rebasing: $0[..<(used - start)])
    }
  }

  private func sample(
    of content: Content, index: Int, time: Int64, sink: any SampleSink
  ) throws(CodecsError) -> SampleBuffer {
    switch content {
    case .compressed(let bytes, let isKeyFrame):
      defer { buffers.requeue(index) }
      return try .packet(copying: bytes, isKeyFrame: isKeyFrame, time: time, duration: setting.frameDuration)
    case .raw(let format, let planes):
      if let release = buffers.lend(index) {
        return try .picture(
          over: planes, size: setting.size, pixelFormat: format, color: setting.color, time: time,
          duration: setting.frameDuration, release: release)
      }
      defer { buffers.requeue(index) }
      sink.note(.copiedForShortage)
      return try .picture(
        size: setting.size, pixelFormat: format, color: setting.color, time: time, duration: setting.frameDuration
      ) { copy(planes, to: $0) }
    }
  }

  private func copy(_ planes: [PlaneMemory], to targets: [PlaneMemory]) {
    guard let layout = setting.layout else { return }
    for (plane, (source, target)) in zip(layout.planes, zip(planes, targets)) {
      for row in 0..<plane.rowCount {
        let (from, to) = (row * source.stride, row * target.stride)
        let count = min(plane.rowByteCount, source.bytes.count - from, target.bytes.count - to)
        guard count > 0, let base = target.bytes.baseAddress, let start = source.bytes.baseAddress else { break }
        (base + to).copyMemory(from: start + from, byteCount: count)
      }
    }
  }
}
