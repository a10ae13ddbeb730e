internal import Codecs
internal import Media
internal import Settings

/// Encodes pictures. The encoder is opened for the first one: its colours become the track's.
final class VideoTrackSource: TrackSource {
  let timeBase: Rational
  private(set) var corrections = 0
  var format: FormatDescription? { encoder?.format }

  private let settings: VideoEncoderSettings
  private let isStopped: () -> Bool
  private let requestedEffort: () -> X264Preset?
  private var encoder: H264Encoder?
  private var effort: X264Preset
  private var lastTime: Int64?

  /// - Parameters:
  ///   - requestedEffort: Asked before each picture, where the settings let it change.
  ///   - isStopped: Asked between packets, so that a stop need not wait for the encoder's delay.
  init(
    _ settings: VideoEncoderSettings, timeBase: Rational, requestedEffort: @escaping () -> X264Preset? = { nil },
    isStopped: @escaping () -> Bool
  ) {
    self.requestedEffort = requestedEffort
    effort = settings.effort
    self.settings = settings
    self.timeBase = timeBase
    self.isStopped = isStopped
  }

  func packets(from sample: SampleBuffer?) throws(WritingError) -> [SampleBuffer] {
    guard let sample else {
      return try encode(nil, at: nil)
    }
    if encoder == nil { encoder = try open(for: sample) }
    let rest = try changeEffort(for: sample)
    return rest + (try encode(sample, at: time(of: sample)))
  }

  /// Opens another encoder where another effort was asked for.
  /// - Returns: What the former one still held.
  private func changeEffort(for sample: SampleBuffer) throws(WritingError) -> [SampleBuffer] {
    guard settings.isAdjustable, let wanted = requestedEffort(), wanted != effort else { return [] }
    effort = wanted
    let next = try open(for: sample)
    // One sample entry serves the whole track: its parameter sets must hold for both.
    guard next.format.extraData == encoder?.format.extraData else { return [] }
    let rest = try encode(nil, at: nil)
    encoder = next
    return rest
  }

  private func encode(_ sample: SampleBuffer?, at time: Int64?) throws(WritingError) -> [SampleBuffer] {
    guard let encoder else { return [] }
    var packets: [SampleBuffer] = []
    do throws(CodecsError) {
      try encoder.send(sample, at: time)
      while let packet = try encoder.receive() {
        packets.append(packet)
        if isStopped() { throw CodecsError(code: .stopped, message: "stopped") }
      }
    } catch {
      throw WritingError(error, doing: "cannot encode the video", refusal: .encoderFailed)
    }
    return packets
  }

  private func open(for sample: SampleBuffer) throws(WritingError) -> H264Encoder {
    guard let size = sample.pixelSize, let color = sample.pictureColor, let pixelFormat = sample.picturePixelFormat
    else { throw WritingError(code: .unsuitableSample, message: "cannot encode the video: it was given no picture") }
    guard size == settings.size, [.yuv420p, .nv12].contains(pixelFormat) else {
      throw WritingError(
        code: .unsuitableSample,
        message: "cannot encode the video: a picture is \(size) \(pixelFormat), not \(settings.size) yuv420p or nv12")
    }
    var settings = settings
    settings.effort = effort
    do {
      return try H264Encoder.make(
        H264Encoding(settings, timeBase: timeBase, color: color, pixelFormat: pixelFormat),
        maximumLevel: settings.maximumLevel)
    } catch {
      throw WritingError(error, doing: "cannot encode the video", refusal: .encoderFailed)
    }
  }

  /// In `timeBase`, later than the picture before: x264 takes nothing else.
  private func time(of sample: SampleBuffer) -> Int64 {
    let stated = sample.presentationTime.map { $0.ticks(of: timeBase) }
    let time = lastTime.map { max(stated ?? $0 + 1, $0 + 1) } ?? stated ?? 0
    if time != stated { corrections += 1 }
    lastTime = time
    return time
  }
}
