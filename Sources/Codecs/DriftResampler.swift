internal import CFFmpeg
package import Media

/// Brings captured sound to another rate, which may be moved a little at any time without a click: what a clock needs that
/// runs apart from another one.
///
/// Over libswresample with its compensation: the filter's step changes, its phase goes on. Sample format and channels are
/// brought to planar float, mono or stereo, on the way: a mono microphone stands on both channels at its level, stereo is
/// averaged into mono. One shape of input for one object. Not `Sendable`: used by one thread at a time.
package final class DriftResampler {
  package let sampleRate: Int
  package let channelCount: Int
  package let inputRate: Int
  /// Samples taken so far.
  package private(set) var inputCount: Int64 = 0
  /// Samples given so far.
  package private(set) var outputCount: Int64 = 0
  /// How much longer the output is than the rates alone would make it: 1.0001 gives 100 samples more in a million.
  package private(set) var stretch = 1.0

  private var context: OpaquePointer?
  private let inputFormat: Int32
  private let inputChannels: Int32

  /// - Parameter sample: Gives the input's shape; it is not taken.
  /// - Throws: `CodecsError` (`.invalidData` where it is no sound, `.refused` for what cannot be mixed).
  package init(for sample: SampleBuffer, sampleRate: Int, channelCount: Int) throws(CodecsError) {
    precondition((1...2).contains(channelCount) && sampleRate > 0)
    _ = FFmpegLog.install
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    let shape = Self.shape(of: sample)
    guard let shape, shape.rate > 0, shape.channels > 0 else {
      throw CodecsError(code: .invalidData, message: "sound of no known shape")
    }
    (inputRate, inputFormat, inputChannels) = (Int(shape.rate), shape.format, shape.channels)
    do {
      try setUp(sample)
    } catch {
      swr_free(&context)
      throw error
    }
  }

  deinit { swr_free(&context) }

  /// Whether a sample has the shape that this object was made for.
  package func fits(_ sample: SampleBuffer) -> Bool {
    Self.shape(of: sample).map { $0 == (Int32(inputRate), inputFormat, inputChannels) } ?? false
  }

  /// Where the next output sample lies among the input samples, with its fraction.
  package var position: Double {
    let unit = Int64(inputRate) << 16
    return Double(inputCount) - Double(swr_get_delay(context, unit)) / 65536
  }

  /// Changes the rate from the next output sample on.
  /// - Parameter stretch: Held within a percent of 1.
  package func setStretch(_ stretch: Double) throws(CodecsError) {
    let limited = min(max(stretch, 0.99), 1.01)
    // So many samples ahead is the change told; far more than are converted before the next one.
    let distance: Int32 = 1 << 28
    let delta = Int32(((limited - 1) * Double(distance)).rounded())
    try check(swr_set_compensation(context, delta, distance), "cannot change the resampler's rate")
    self.stretch = limited
  }

  /// Converts a stretch; the last few samples stay inside until more follows.
  package func convert(_ sample: SampleBuffer) throws(CodecsError) -> PlanarSound {
    let result = try sample.withFrame { frame throws(CodecsError) in
      let count = frame.pointee.nb_samples
      let planes = UnsafeMutableRawPointer(frame.pointee.extended_data)
        .assumingMemoryBound(to: UnsafePointer<UInt8>?.self)
      return try run(planes, count: count)
    }
    inputCount += Int64(sample.sampleCount)
    return result ?? PlanarSound(silence: 0, channelCount: channelCount)
  }

  /// What is still inside; after this the object takes no more.
  package func drain() throws(CodecsError) -> PlanarSound {
    // The filter goes on over mirrored sound: what lies beyond the last input sample was never captured.
    let rest = max(0, Double(inputCount) - position) * Double(sampleRate) / Double(inputRate) * stretch
    var result = PlanarSound(silence: 0, channelCount: channelCount)
    while true {
      let next = try run(nil, count: 0)
      if next.isEmpty { break }
      for index in result.channels.indices { result.channels[index] += next.channels[index] }
    }
    let excess = max(0, result.count - Int(rest.rounded(.up)))
    result.removeLast(excess)
    outputCount -= Int64(excess)
    return result
  }

  private func run(_ input: UnsafePointer<UnsafePointer<UInt8>?>?, count: Int32) throws(CodecsError) -> PlanarSound {
    let room = Int(try check(swr_get_out_samples(context, count), "cannot resample")) + 64
    var status: Int32 = 0
    var second: [Float] = []
    let first = [Float](unsafeUninitializedCapacity: room) { first, firstCount in
      // Never empty: Thread Sanitizer takes the writing of an empty array's count for a race.
      second = [Float](unsafeUninitializedCapacity: channelCount == 2 ? room : 1) { second, secondCount in
        var planes = (
          UnsafeMutableRawPointer(first.baseAddress)?.assumingMemoryBound(to: UInt8.self),
          UnsafeMutableRawPointer(second.baseAddress)?.assumingMemoryBound(to: UInt8.self)
        )
        status = withUnsafePointer(to: &planes) {
          $0.withMemoryRebound(to: UnsafeMutablePointer<UInt8>?.self, capacity: 2) {
            rushes_swr_convert(context, $0, Int32(room), input, count)
          }
        }
        firstCount = max(0, Int(status))
        secondCount = channelCount == 2 ? firstCount : 0
      }
    }
    try check(status, "cannot resample")
    outputCount += Int64(status)
    return PlanarSound(channels: channelCount == 2 ? [first, second] : [first])
  }

  private func setUp(_ sample: SampleBuffer) throws(CodecsError) {
    var output = AVChannelLayout()
    av_channel_layout_default(&output, Int32(channelCount))
    defer { av_channel_layout_uninit(&output) }
    let status = sample.withFrame { frame in
      var layout = AVChannelLayout()
      defer { av_channel_layout_uninit(&layout) }
      let copied = withUnsafePointer(to: frame.pointee.ch_layout) { av_channel_layout_copy(&layout, $0) }
      guard copied >= 0 else { return copied }
      if layout.order == AV_CHANNEL_ORDER_UNSPEC {
        let channels = layout.nb_channels
        av_channel_layout_default(&layout, channels)
      }
      let result = swr_alloc_set_opts2(
        &context, &output, AV_SAMPLE_FMT_FLTP, Int32(sampleRate), &layout, AVSampleFormat(inputFormat),
        Int32(inputRate), 0, nil)
      guard result >= 0 else { return result }
      return setMatrix(isNamed: layout.order == AV_CHANNEL_ORDER_NATIVE)
    }
    try check(status ?? rushes_error_invalid_argument, "cannot set up the resampler")
    let object = UnsafeMutableRawPointer(context)
    // Resampling also at equal rates, between filter phases, and never with a filter for that rate alone: it would have
    // to be built anew at the first change.
    try check(av_opt_set_int(object, "flags", Int64(SWR_FLAG_RESAMPLE), 0), "cannot set up the resampler")
    try check(av_opt_set_int(object, "exact_rational", 0, 0), "cannot set up the resampler")
    try check(av_opt_set_int(object, "linear_interp", 1, 0), "cannot set up the resampler")
    try check(
      av_opt_set_sample_fmt(object, "internal_sample_fmt", AV_SAMPLE_FMT_FLTP, 0), "cannot set up the resampler")
    try check(swr_init(context), "cannot set up the resampler")
  }

  /// One row for each output channel. libswresample's own mixing serves where more than two channels have names.
  private func setMatrix(isNamed: Bool) -> Int32 {
    let inputs = Int(inputChannels)
    if inputs > 2 && isNamed { return 0 }
    var matrix = [Double](repeating: 0, count: inputs * channelCount)
    if channelCount == 1 {
      for input in 0..<min(inputs, 2) { matrix[input] = 1 / Double(min(inputs, 2)) }
    } else {
      matrix[0] = 1
      matrix[inputs + min(inputs - 1, 1)] = 1
    }
    return swr_set_matrix(context, matrix, Int32(inputs))
  }

  private static func shape(of sample: SampleBuffer) -> (rate: Int32, format: Int32, channels: Int32)? {
    guard sample.mediaType == .audio else { return nil }
    return sample.withFrame { ($0.pointee.sample_rate, $0.pointee.format, $0.pointee.ch_layout.nb_channels) }
  }
}
