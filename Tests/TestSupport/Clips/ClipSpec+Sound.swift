extension ClipSpec {
  /// AAC in 5.1 with a tone of its own in each channel: see `ClipAudio.surroundTones`.
  public static let surround = VideoClip {
    $0.audio = .surround
    $0.audioCodec = ["aac", "-b:a", "320k"]
  }.spec("surround")

  /// 5.1 with the same nearly full-scale tone in every channel: a sum that must be limited.
  public static let loudSurround = VideoClip {
    $0.audio = ClipAudio(layout: "5.1", [String](repeating: "0.9*sin(2*PI*440*t)", count: 6))
    $0.audioCodec = ["pcm_s16le"]
    $0.fileExtension = "mov"
  }.spec("loud-surround")

  /// AAC, mono, at 8000, 16000, 22050 … Hz.
  public static func mono(sampleRate: Int) -> ClipSpec {
    VideoClip {
      $0.audio = .mono(sampleRate: sampleRate)
      $0.audioCodec = ["aac", "-b:a", "\(min(64000, sampleRate * 5))"]
    }.spec("mono-\(sampleRate)")
  }

  /// AAC, stereo, 44.1 kHz.
  public static let stereo44 = VideoClip { $0.audio?.sampleRate = 44100 }.spec("stereo-44100")

  /// MPEG-1 layer 3 in MP4.
  public static let mp3 = VideoClip { $0.audioCodec = ["libmp3lame"] }.spec("mp3")

  /// Little-endian 16-bit PCM in MOV, at an odd rate (`22222`) or any other.
  public static func pcm(sampleRate: Int = 48000) -> ClipSpec {
    VideoClip {
      $0.audio = .mono(sampleRate: sampleRate)
      $0.audioCodec = ["pcm_s16le"]
      $0.fileExtension = "mov"
    }.spec("pcm-\(sampleRate)")
  }

  /// VP8 and Opus in WebM.
  public static let opus = VideoClip {
    $0.videoCodec = ["libvpx", "-deadline", "realtime", "-cpu-used", "8", "-b:v", "1M"]
    $0.audioCodec = ["libopus"]
    $0.fileExtension = "webm"
  }.spec("opus")

  /// `opus` as a browser records it: no duration, no cues, no frame rate.
  public static let webmWithoutDuration = ClipSpec("webm-without-duration", fileExtension: "webm") { output, _ in
    let clip = try await ClipFactory.clip(opus)
    try await Program.ffmpeg.run(
      ["-v", "error", "-i", clip.path, "-c", "copy", "-f", "webm", "-live", "1", "pipe:1"], output: .file(output)
    ).checked()
    var bytes = try FileBytes.read(output)
    // DefaultDuration (23 E3 83, Matroska's EBML) becomes a Void element of the same length.
    for index in 0..<min(bytes.count - 16, 4096) where Array(bytes[index..<index + 3]) == [0x23, 0xe3, 0x83] {
      let length = Int(bytes[index + 3] & 0x7f)
      bytes.replaceSubrange(
        index..<index + 4 + length,
        with: [0xec, 0x80 | UInt8(length + 2)] + [UInt8](repeating: 0, count: length + 2))
    }
    try FileBytes.write(bytes, to: output)
  }

  /// AAC-LC signalled as HE-AAC (object type 5, 24 kHz core, 48 kHz out) with no SBR data: what a decoder has to
  /// double. No HE-AAC encoder comes with Debian, so the decoder's configuration is written here.
  public static let heAAC = ClipSpec.boxes(
    of: VideoClip { $0.audio?.sampleRate = 24000 }.spec("he-aac-core"), named: "he-aac"
  ) { tree in
    var tracks = tree.tracks
    guard var description = tracks[1]["mdia/minf/stbl/stsd"] else { throw TestSupportError("no sample entry") }
    // 5 bits object type 5, 4 bits rate 6 (24 kHz), 4 bits channels 2, 4 bits rate 3 (48 kHz), 5 bits object type 2,
    // 3 bits of GASpecificConfig (ISO/IEC 14496-3, 1.6.2.1); in a DecoderSpecificInfo (tag 5).
    let config: [UInt8] = [0b00101_011, 0b0_0010_001, 0b1_00010_00, 0b0_0000000]
    description.children[0].payload = try esdsWithConfig(config, in: description.children[0].payload)
    tracks[1]["mdia/minf/stbl/stsd"] = description
    tree.tracks = tracks
  }

  /// Replaces the decoder's configuration in a sample entry's `esds` as ffmpeg writes it (4-byte descriptor lengths).
  private static func esdsWithConfig(_ config: [UInt8], in entry: [UInt8]) throws -> [UInt8] {
    guard let start = entry.firstRange(of: Array("esds".utf8))?.lowerBound else { throw TestSupportError("no esds") }
    let boxStart = start - 4
    let size = Int(UInt32(bigEndianBytes: entry[boxStart..<start]))
    var box = Array(entry[boxStart..<boxStart + size])
    // 4 size, 4 type, 4 version and flags; ES (tag 3): 5 + 3; DecoderConfig (tag 4): 5 + 13; DecoderSpecific (tag 5): 5.
    let (es, decoder, specific) = (12, 20, 38)
    guard box[es] == 3, box[decoder] == 4, box[specific] == 5 else { throw TestSupportError("another shape of esds") }
    let growth = config.count - Int(box[specific + 4])
    box.replaceSubrange(specific + 5..<specific + 5 + Int(box[specific + 4]), with: config)
    for tag in [es, decoder, specific] { box[tag + 4] = UInt8(Int(box[tag + 4]) + growth) }
    box.replaceSubrange(0..<4, with: UInt32(box.count).bigEndianBytes)
    return Array(entry[..<boxStart]) + box + Array(entry[(boxStart + size)...])
  }
}
