internal import CFFmpeg
package import Media

/// A stretch of sound as float samples, one array for each channel.
package struct PlanarSound: Sendable {
  /// All of the same length.
  package var channels: [[Float]]

  /// Samples a channel.
  package var count: Int { channels.first?.count ?? 0 }
  package var isEmpty: Bool { count == 0 }

  package init(channels: [[Float]]) { self.channels = channels }

  package init(silence count: Int, channelCount: Int) {
    channels = Array(repeating: [Float](repeating: 0, count: count), count: channelCount)
  }

  /// Leaves out samples at the start: all of them where there are no more.
  package mutating func removeFirst(_ count: Int) {
    guard count > 0 else { return }
    for index in channels.indices { channels[index].removeFirst(min(count, channels[index].count)) }
  }

  /// Leaves out samples at the end: all of them where there are no more.
  package mutating func removeLast(_ count: Int) {
    guard count > 0 else { return }
    for index in channels.indices { channels[index].removeLast(min(count, channels[index].count)) }
  }

  /// A sample for an encoder.
  /// - Parameter position: Where it begins, in samples; its presentation time.
  package func makeSample(sampleRate: Int, position: Int64) throws(CodecsError) -> SampleBuffer {
    let frame = try Frame()
    frame.pointer.pointee.format = AV_SAMPLE_FMT_FLTP.rawValue
    frame.pointer.pointee.sample_rate = Int32(sampleRate)
    frame.pointer.pointee.nb_samples = Int32(count)
    av_channel_layout_default(&frame.pointer.pointee.ch_layout, Int32(channels.count))
    try check(av_frame_get_buffer(frame.pointer, 0), "allocating sound")
    for (index, channel) in channels.enumerated() {
      channel.withUnsafeBytes { source in
        guard let base = source.baseAddress else { return }
        frame.pointer.pointee.extended_data[index]?.update(
          from: base.assumingMemoryBound(to: UInt8.self), count: source.count)
      }
    }
    frame.presentationTime = position
    frame.duration = Int64(count)
    return frame.makeSample(mediaType: .audio, timeBase: Rational(1, sampleRate))
  }
}
