internal import CALSA

/// ALSA's sample formats, as far as they are used.
enum ALSAFormat {
  /// Those that discovery looks for, in the order in which they are listed.
  static let shown = [
    SND_PCM_FORMAT_S16, SND_PCM_FORMAT_S32, SND_PCM_FORMAT_S24, SND_PCM_FORMAT_S24_3LE, SND_PCM_FORMAT_FLOAT,
    SND_PCM_FORMAT_U8,
  ]

  /// Those that sound is read in, best first. Where a device has none of them, ALSA converts to one.
  static let readable = [
    SND_PCM_FORMAT_FLOAT, SND_PCM_FORMAT_S32, SND_PCM_FORMAT_S24, SND_PCM_FORMAT_S16, SND_PCM_FORMAT_U8,
  ]

  /// ALSA's name, such as `S16_LE`.
  static func name(of format: snd_pcm_format_t) -> String {
    snd_pcm_format_name(format).map { String(cString: $0) } ?? "?"
  }

  /// FFmpeg's name of what is handed on, which for 24 bits in words of four bytes is 32 bits, shifted up.
  static func sampleFormat(of format: snd_pcm_format_t) -> String {
    switch format {
    case SND_PCM_FORMAT_FLOAT: "flt"
    case SND_PCM_FORMAT_S32, SND_PCM_FORMAT_S24: "s32"
    case SND_PCM_FORMAT_U8: "u8"
    default: "s16"
    }
  }

  /// Bytes of one sample of one channel.
  static func byteCount(of format: snd_pcm_format_t) -> Int {
    switch format {
    case SND_PCM_FORMAT_U8: 1
    case SND_PCM_FORMAT_S16: 2
    default: 4
    }
  }
}
