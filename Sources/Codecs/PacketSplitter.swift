internal import CFFmpeg
package import Media

/// Takes packets apart that hold several frames, for decoders that read only the first one.
///
/// FFmpeg's AMR decoders since 5.1 are such; phones put five to fifty frames into a packet.
package struct PacketSplitter: Sendable {
  /// Bytes of a frame, its header included, by the frame type in bits 3 to 6 of its first byte (RFC 4867, 4.3.1).
  private let sizes: [Int]
  /// Samples of every frame, at `sampleRate`.
  private let frameSize: Int
  private let sampleRate: Int

  /// - Returns: `nil` for codecs whose packets hold one frame, or whose decoders take several.
  package init?(format: FormatDescription) {
    guard format.audio?.channelCount ?? 1 == 1 else { return nil }
    switch format.codec.avIdentifier {
    case AV_CODEC_ID_AMR_NB:
      sizes = [13, 14, 16, 18, 20, 21, 27, 32, 6, 1, 1, 1, 1, 1, 1, 1]
      (frameSize, sampleRate) = (160, 8000)
    case AV_CODEC_ID_AMR_WB:
      sizes = [18, 24, 33, 37, 41, 47, 51, 59, 61, 6, 1, 1, 1, 1, 1, 1]
      (frameSize, sampleRate) = (320, 16000)
    default: return nil
    }
  }

  /// The packet's frames, each with its own time; the packet itself where there is only one.
  /// - Throws: `CodecsError` (`.outOfMemory`).
  package func parts(of sample: SampleBuffer) throws(CodecsError) -> [SampleBuffer] {
    let ranges = sample.withPacket { packet -> [Range<Int>] in
      guard let data = packet.pointee.data else { return [] }
      return frames(in: UnsafeBufferPointer(start: data, count: Int(packet.pointee.size)))
    }
    guard let ranges, ranges.count > 1 else { return [sample] }
    var parts: [SampleBuffer] = []
    for (index, range) in ranges.enumerated() {
      let clone = sample.withPacket { av_packet_clone($0) } ?? nil
      let part = try allocated(clone, "a packet")
      part.pointee.data = part.pointee.data.map { $0 + range.lowerBound }
      part.pointee.size = Int32(range.count)
      let base = rational(sample.timeBase)
      let rate = AVRational(num: 1, den: Int32(sampleRate))
      part.pointee.duration = av_rescale_q(Int64(frameSize), rate, base)
      let offset = av_rescale_q(Int64(index * frameSize), rate, base)
      if part.pointee.pts != rushes_no_timestamp { part.pointee.pts &+= offset }
      if part.pointee.dts != rushes_no_timestamp { part.pointee.dts &+= offset }
      parts.append(SampleBuffer(taking: part, mediaType: .audio, timeBase: sample.timeBase))
    }
    return parts
  }

  /// Where each frame lies; the last one is as long as what is left of it.
  private func frames(in bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var position = 0
    while position < bytes.count {
      let end = min(bytes.count, position + sizes[Int(bytes[position] >> 3 & 15)])
      ranges.append(position..<end)
      position = end
    }
    return ranges
  }
}
