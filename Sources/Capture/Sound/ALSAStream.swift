internal import CALSA
internal import Glibc

/// One open capture PCM of ALSA's; closes it at the end. Used by one thread at a time.
final class ALSAStream {
  /// What a PCM can do, or was asked to do.
  struct Setting: Equatable {
    var format: snd_pcm_format_t
    var sampleRate: Int
    var channelCount: Int

    /// Bytes of one sample of all channels.
    var frameSize: Int { ALSAFormat.byteCount(of: format) * channelCount }
  }

  /// The PCM's name, such as `plughw:CARD=C920,DEV=0`.
  let name: String
  let pcm: OpaquePointer
  /// Samples from one wake-up to the next, and samples that may wait; 0 before it is set.
  var (period, buffer) = (0, 0)

  /// Opens without waiting where another program holds it.
  /// - Throws: `CaptureError` (`.noDevice`, `.busy`, `.denied`, `.deviceFailed`, `.unavailable`).
  init(opening name: String) throws(CaptureError) {
    _ = ALSALog.install
    _ = ALSALog.takeLastLine()
    var opened: OpaquePointer?
    let status = snd_pcm_open(&opened, name, SND_PCM_STREAM_CAPTURE, Int32(SND_PCM_NONBLOCK))
    guard status >= 0, let opened else { throw .opening(microphone: name, status: status) }
    self.name = name
    pcm = opened
    _ = ALSALog.takeLastLine()
  }

  deinit { snd_pcm_close(pcm) }

  /// A sound server's, or another program's that plays the part of a device: it has no clock of its own.
  var isServer: Bool { snd_pcm_type(pcm) == SND_PCM_TYPE_IOPLUG }

  /// ALSA's plug-ins that make up sound, as much as is read at once: nothing behind them counts time.
  var hasNoPace: Bool { card == nil && [SND_PCM_TYPE_NULL, SND_PCM_TYPE_FILE].contains(snd_pcm_type(pcm)) }

  /// The number of the sound card; `nil` where there is none behind it.
  var card: Int? { info { Int(snd_pcm_info_get_card($0)) }.flatMap { $0 >= 0 ? $0 : nil } }

  /// The device node that is open where a sound card is behind it.
  var nodePath: String? {
    info { info in
      let card = snd_pcm_info_get_card(info)
      return card >= 0 ? "/dev/snd/pcmC\(card)D\(snd_pcm_info_get_device(info))c" : nil
    } ?? nil
  }

  /// What it can be set to: one entry for each of the formats that are used here or shown.
  func formats() -> [AudioCaptureFormat] {
    var formats: [AudioCaptureFormat] = []
    withHardwareParameters { parameters in
      for format in ALSAFormat.shown {
        guard snd_pcm_hw_params_any(pcm, parameters) >= 0 else { return }
        snd_pcm_hw_params_set_rate_resample(pcm, parameters, 0)
        guard snd_pcm_hw_params_set_format(pcm, parameters, format) >= 0 else { continue }
        var rates: (UInt32, UInt32) = (0, 0)
        var channels: (UInt32, UInt32) = (0, 0)
        var direction: Int32 = 0
        guard snd_pcm_hw_params_get_rate_min(parameters, &rates.0, &direction) >= 0,
          snd_pcm_hw_params_get_rate_max(parameters, &rates.1, &direction) >= 0,
          snd_pcm_hw_params_get_channels_min(parameters, &channels.0) >= 0,
          snd_pcm_hw_params_get_channels_max(parameters, &channels.1) >= 0,
          rates.0 > 0, rates.0 <= rates.1, channels.0 > 0, channels.0 <= channels.1
        else { continue }
        formats.append(
          AudioCaptureFormat(
            sampleFormat: ALSAFormat.name(of: format), sampleRates: Int(rates.0)...Int(clamping: rates.1),
            channelCounts: Int(channels.0)...Int(clamping: channels.1)))
      }
    }
    _ = ALSALog.takeLastLine()
    return formats
  }

  /// Lends hardware parameters, freed afterwards.
  func withHardwareParameters<Result, Failure: Error>(
    _ body: (OpaquePointer) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    var parameters: OpaquePointer?
    guard snd_pcm_hw_params_malloc(&parameters) >= 0, let parameters else { return nil }
    defer { snd_pcm_hw_params_free(parameters) }
    return try body(parameters)
  }

  private func info<Result>(_ body: (OpaquePointer) -> Result) -> Result? {
    var info: OpaquePointer?
    guard snd_pcm_info_malloc(&info) >= 0, let info else { return nil }
    defer { snd_pcm_info_free(info) }
    return snd_pcm_info(pcm, info) >= 0 ? body(info) : nil
  }
}
