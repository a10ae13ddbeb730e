internal import CALSA
internal import Glibc

extension ALSAStream {
  /// Periods of ten milliseconds. The room is for a second: so long may the thread be held up.
  private static let periodsPerSecond = 100

  /// Sets the PCM up: the best of the device's own formats, 48 kHz or the nearest it does by itself, two channels or
  /// one where it has no two.
  /// - Parameter native: What the device itself does, without ALSA's conversions; may be empty.
  /// - Throws: `CaptureError` (`.unsupportedFormat`, `.disconnected`, `.deviceFailed`).
  func set(native: [AudioCaptureFormat]) throws(CaptureError) -> Setting {
    let setting = try withHardwareParameters { parameters throws(CaptureError) in
      try check(snd_pcm_hw_params_any(pcm, parameters), "no setting is possible")
      try check(
        snd_pcm_hw_params_set_access(pcm, parameters, SND_PCM_ACCESS_RW_INTERLEAVED), "it gives no interleaved sound")
      // Only the rates of the device itself; refused where nothing is converted.
      snd_pcm_hw_params_set_rate_resample(pcm, parameters, 0)
      let format = try chooseFormat(native, parameters)
      try check(snd_pcm_hw_params_set_format(pcm, parameters, format), "its sample format cannot be set")
      try chooseChannels(native, parameters)
      var rate: UInt32 = 48_000
      try check(snd_pcm_hw_params_set_rate_near(pcm, parameters, &rate, nil), "no sample rate is possible")
      // The room first: some devices have few periods.
      var buffer = snd_pcm_uframes_t(rate)
      try check(snd_pcm_hw_params_set_buffer_size_near(pcm, parameters, &buffer), "its buffer cannot be set")
      var period = snd_pcm_uframes_t(rate) / snd_pcm_uframes_t(Self.periodsPerSecond)
      try check(
        snd_pcm_hw_params_set_period_size_near(pcm, parameters, &period, nil), "its period cannot be set")
      try check(snd_pcm_hw_params(pcm, parameters), "the device refused the setting")
      return try readBack(parameters)
    }
    guard let setting else { throw CaptureError(code: .unavailable, message: "no memory for ALSA's parameters") }
    try setSoftwareParameters(period: setting.period)
    (period, buffer) = (Int(setting.period), Int(setting.buffer))
    _ = ALSALog.takeLastLine()
    return setting.setting
  }

  private func chooseFormat(
    _ native: [AudioCaptureFormat], _ parameters: OpaquePointer
  ) throws(CaptureError) -> snd_pcm_format_t {
    let possible = ALSAFormat.readable.filter { snd_pcm_hw_params_test_format(pcm, parameters, $0) >= 0 }
    let own = Set(native.map(\.sampleFormat))
    if let best = possible.first(where: { own.contains(ALSAFormat.name(of: $0)) }) { return best }
    // Converted from something else: 32 bits hold whatever it is.
    let converted = native.isEmpty ? nil : possible.first { $0 == SND_PCM_FORMAT_S32 }
    guard let format = converted ?? possible.first(where: { $0 == SND_PCM_FORMAT_S16 }) ?? possible.first else {
      throw CaptureError(
        code: .unsupportedFormat,
        message: "cannot use microphone '\(name)': it has none of the sample formats that are understood ("
          + ALSAFormat.readable.map { ALSAFormat.name(of: $0) }.joined(separator: ", ") + ")")
    }
    return format
  }

  private func chooseChannels(
    _ native: [AudioCaptureFormat], _ parameters: OpaquePointer
  ) throws(CaptureError) {
    var wanted = [UInt32(2), 1]
    // A single microphone is not doubled only to be carried along.
    if !native.isEmpty, !native.contains(where: { $0.channelCounts.contains(2) }),
      native.contains(where: { $0.channelCounts.contains(1) })
    {
      wanted = [1, 2]
    }
    for count in wanted where snd_pcm_hw_params_test_channels(pcm, parameters, count) >= 0 {
      try check(snd_pcm_hw_params_set_channels(pcm, parameters, count), "its channels cannot be set")
      return
    }
    var nearest: UInt32 = 2
    try check(snd_pcm_hw_params_set_channels_near(pcm, parameters, &nearest), "its channels cannot be set")
  }

  private func readBack(
    _ parameters: OpaquePointer
  ) throws(CaptureError) -> (setting: Setting, period: snd_pcm_uframes_t, buffer: snd_pcm_uframes_t) {
    var format = SND_PCM_FORMAT_UNKNOWN
    var (rate, channels): (UInt32, UInt32) = (0, 0)
    var (period, buffer): (snd_pcm_uframes_t, snd_pcm_uframes_t) = (0, 0)
    try check(snd_pcm_hw_params_get_format(parameters, &format), "it does not tell its format")
    try check(snd_pcm_hw_params_get_rate(parameters, &rate, nil), "it does not tell its rate")
    try check(snd_pcm_hw_params_get_channels(parameters, &channels), "it does not tell its channels")
    try check(snd_pcm_hw_params_get_period_size(parameters, &period, nil), "it does not tell its period")
    try check(snd_pcm_hw_params_get_buffer_size(parameters, &buffer), "it does not tell its buffer")
    return (Setting(format: format, sampleRate: Int(rate), channelCount: Int(channels)), period, buffer)
  }

  private func setSoftwareParameters(period: snd_pcm_uframes_t) throws(CaptureError) {
    var parameters: OpaquePointer?
    guard snd_pcm_sw_params_malloc(&parameters) >= 0, let parameters else {
      throw CaptureError(code: .unavailable, message: "no memory for ALSA's parameters")
    }
    defer { snd_pcm_sw_params_free(parameters) }
    try check(snd_pcm_sw_params_current(pcm, parameters), "the device refused the setting")
    try check(snd_pcm_sw_params_set_avail_min(pcm, parameters, period), "the device refused the setting")
    try check(
      snd_pcm_sw_params_set_tstamp_mode(pcm, parameters, SND_PCM_TSTAMP_ENABLE), "the device refused the setting")
    // Old kernels stamp by the wall clock: such stamps are recognised and replaced.
    snd_pcm_sw_params_set_tstamp_type(pcm, parameters, SND_PCM_TSTAMP_TYPE_MONOTONIC)
    try check(snd_pcm_sw_params(pcm, parameters), "the device refused the setting")
  }

  private func check(_ status: Int32, _ what: String) throws(CaptureError) {
    guard status < 0 else { return }
    if [ENODEV, ENXIO, EBADFD].contains(-status) { throw .using(microphone: name, verb: "use", status: status) }
    throw CaptureError(
      code: .unsupportedFormat, message: "cannot use microphone '\(name)': \(what): \(ALSALog.reason(status))")
  }
}
