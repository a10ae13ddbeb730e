internal import CFFmpeg
internal import Media

/// Makes decoded sound fit the encoder: float samples, its rate, mono or stereo.
///
/// More than two channels are mixed down in float with centre and surrounds at -3 dB, LFE left out, and a limiter
/// against overshoot: the level of speech is kept, not normalised down. A mono stretch among stereo ones stands on both
/// channels at its level, a stereo one among mono is averaged. Follows the input where its shape changes.
/// Not `Sendable`: used by one thread at a time.
package final class AudioConverter {
  private struct Shape: Equatable {
    let sampleRate: Int32
    let format: Int32
    let layout: String
  }

  package let sampleRate: Int
  package let channelCount: Int
  private var shape: Shape?
  private var graph: FilterGraph?
  private var resampler: Resampler?
  private var ready: [Frame] = []
  /// Where the next converted sound belongs, in output samples: the input has no gaps, so counting is exact.
  private var nextTime: Int64?

  /// - Parameters:
  ///   - sampleRate: The output's, in Hz.
  ///   - channelCount: 1 or 2.
  package init(sampleRate: Int, channelCount: Int) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
  }

  /// Hands sound over, gapless, its time counting its own samples (1/rate); `nil` ends the input.
  package func push(_ frame: Frame?) throws(CodecsError) {
    guard let frame else {
      try drain()
      return
    }
    if nextTime == nil, let time = frame.presentationTime {
      nextTime = av_rescale(time, Int64(sampleRate), Int64(max(1, frame.sampleRate)))
    }
    let new = Self.shape(of: frame)
    if new != shape {
      try frame.requireShape(.audio)
      try drain()
      shape = new
      try setUp(for: frame)
    }
    if let graph {
      try graph.push(frame)
      try collect(from: graph)
    } else if let resampler {
      if let converted = try resampler.convert(frame) { deliver(converted) }
    } else {
      deliver(frame)
    }
  }

  /// Only mixing needs filters; what fits already passes by reference.
  private func setUp(for frame: Frame) throws(CodecsError) {
    let channels = Int(frame.pointer.pointee.ch_layout.nb_channels)
    if channels != channelCount {
      graph = try FilterGraph(
        for: frame, mediaType: .audio, timeBase: Rational(1, frame.sampleRate), description: mixing(frame),
        threads: 1)
    } else if frame.sampleRate != sampleRate || frame.pointer.pointee.format != AV_SAMPLE_FMT_FLTP.rawValue {
      resampler = try Resampler(for: frame, sampleRate: sampleRate, channelCount: channelCount)
    }
  }

  /// The next converted sound, its time in output samples; `nil` where more input is needed.
  package func pull() -> Frame? {
    ready.isEmpty ? nil : ready.removeFirst()
  }

  /// The chain for sound whose channels must be mixed, or doubled.
  private func mixing(_ frame: Frame) -> String {
    let layout = channelCount == 1 ? "mono" : "stereo"
    var chain = ["aformat=sample_fmts=fltp"]
    switch (Int(frame.pointer.pointee.ch_layout.nb_channels), channelCount) {
    case (1, 2): chain.append("pan=stereo|c0=c0|c1=c0")
    case (2, 1): chain.append("pan=mono|c0=0.5*c0+0.5*c1")
    case (let channels, _) where channels > 2:
      chain.append("aresample=clev=0.7071:slev=0.7071:lfe_mix_level=0:rematrix_maxval=0")
      chain.append("aformat=sample_fmts=fltp:channel_layouts=\(layout)")
      // -0.3 dBFS leaves room for what the encoder adds.
      chain.append("alimiter=limit=0.966:level=disabled:latency=1")
    default: break
    }
    chain.append("aresample=\(sampleRate)")
    chain.append("aformat=sample_fmts=fltp:channel_layouts=\(layout):sample_rates=\(sampleRate)")
    return chain.joined(separator: ",")
  }

  private func drain() throws(CodecsError) {
    if let graph {
      try graph.push(nil)
      try collect(from: graph)
    } else if let resampler {
      while let rest = try resampler.convert(nil) { deliver(rest) }
    }
    graph = nil
    resampler = nil
    shape = nil
  }

  private func collect(from graph: FilterGraph) throws(CodecsError) {
    while let frame = try graph.pull() { deliver(frame) }
  }

  private func deliver(_ frame: Frame) {
    frame.presentationTime = nextTime
    frame.duration = Int64(frame.sampleCount)
    nextTime = nextTime.map { $0 + Int64(frame.sampleCount) }
    ready.append(frame)
  }

  private static func shape(of frame: Frame) -> Shape {
    var name = [CChar](repeating: 0, count: 128)
    av_channel_layout_describe(&frame.pointer.pointee.ch_layout, &name, name.count)
    return Shape(
      sampleRate: frame.pointer.pointee.sample_rate, format: frame.pointer.pointee.format,
      layout: String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
  }
}
