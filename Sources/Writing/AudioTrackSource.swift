internal import Codecs
internal import Media
internal import Settings

/// Encodes sound. The encoder is opened when there is some, so that an input without samples leaves no track.
final class AudioTrackSource: TrackSource {
  let timeBase: Rational
  let corrections = 0
  var format: FormatDescription? { encoder?.format }

  private let settings: AudioEncoderSettings
  private let isStopped: () -> Bool
  private var encoder: AACEncoder?

  init(_ settings: AudioEncoderSettings, isStopped: @escaping () -> Bool) {
    self.settings = settings
    self.isStopped = isStopped
    timeBase = Rational(1, max(1, settings.sampleRate))
  }

  func packets(from sample: SampleBuffer?) throws(WritingError) -> [SampleBuffer] {
    if let sample {
      guard !sample.isPacket else {
        throw WritingError(code: .unsuitableSample, message: "cannot encode the sound: it was given a packet")
      }
      if sample.sampleCount == 0 { return [] }
    }
    var packets: [SampleBuffer] = []
    do throws(CodecsError) {
      if encoder == nil && sample != nil {
        encoder = try AACEncoder(
          sampleRate: settings.sampleRate, channelCount: settings.channels, bitRate: settings.bitRate)
      }
      guard let encoder else { return [] }
      try encoder.send(sample)
      while let packet = try encoder.receive() {
        packets.append(packet)
        if isStopped() { throw CodecsError(code: .stopped, message: "stopped") }
      }
    } catch {
      throw WritingError(error, doing: "cannot encode the sound", refusal: .encoderFailed)
    }
    return packets
  }
}
