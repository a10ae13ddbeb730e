internal import CFFmpeg
package import Media

/// A packet's times in whole ticks of a track.
package struct PacketTimes: Hashable, Sendable {
  package var presentation: Int64
  package var decode: Int64
  /// 0 where unknown.
  package var duration: Int64

  package init(presentation: Int64, decode: Int64, duration: Int64) {
    self.presentation = presentation
    self.decode = decode
    self.duration = duration
  }
}

/// A packet's times as its source states them; `nil` where it does not.
package struct StatedTimes: Hashable, Sendable {
  package var presentation: Int64?
  package var decode: Int64?
  package var duration: Int64?

  package init(presentation: Int64?, decode: Int64?, duration: Int64?) {
    self.presentation = presentation
    self.decode = decode
    self.duration = duration
  }
}

extension SampleBuffer {
  /// A packet's times in `timeBase`; `nil` for decoded samples.
  package var statedTimes: StatedTimes? {
    withPacket { packet in
      StatedTimes(
        presentation: packet.pointee.pts == rushes_no_timestamp ? nil : packet.pointee.pts,
        decode: packet.pointee.dts == rushes_no_timestamp ? nil : packet.pointee.dts,
        duration: packet.pointee.duration > 0 ? packet.pointee.duration : nil)
    }
  }
}

extension FormatDescription {
  /// Samples of sound that every packet holds; `nil` where unknown or not fixed.
  package var frameSize: Int? {
    withParameters { $0.pointee.frame_size > 0 ? Int($0.pointee.frame_size) : nil }
  }
}
