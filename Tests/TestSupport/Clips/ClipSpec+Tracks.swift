extension ClipSpec {
  /// Two sound tracks: a sweep (English), and a 2 kHz tone (German) that is the default one if asked for.
  public static func twoAudioTracks(secondIsDefault: Bool) -> ClipSpec {
    let clip = VideoClip()
    return .ffmpeg(
      "two-audio-\(secondIsDefault)", "mp4",
      ["-f", "lavfi", "-i", clip.source, "-f", "lavfi", "-i", ClipAudio.sweep.source(seconds: 1)]
        + ["-f", "lavfi", "-i", ClipAudio.tones([2000]).source(seconds: 1)]
        + ["-map", "0", "-map", "1", "-map", "2", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-c:a", "aac"]
        + ["-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=deu"]
        + ["-disposition:a:\(secondIsDefault ? 1 : 0)", "default", "-disposition:a:\(secondIsDefault ? 0 : 1)", "0"])
  }

  /// Two sound tracks, the first and default of a codec nobody knows (`apac`), the second the tone.
  public static let undecodableFirstAudio = ClipSpec.boxes(
    of: twoAudioTracks(secondIsDefault: false), named: "undecodable-first-audio"
  ) { try $0.setSampleEntry("apac", ofTrack: 1) }

  /// One sound track, of a codec nobody knows.
  public static let undecodableAudio = ClipSpec.boxes(of: corners, named: "undecodable-audio") {
    try $0.setSampleEntry("apac", ofTrack: 1)
  }

  /// The video, and a cover picture of 640x640 as a second video stream.
  public static let coverArt = ClipSpec("cover-art") { output, scratch in
    let clip = try await ClipFactory.clip(corners)
    let cover = scratch.file("cover.jpg")
    try await ClipFactory.ffmpeg(["-f", "lavfi", "-i", "color=purple:s=640x640", "-frames:v", "1", cover])
    try await ClipFactory.ffmpeg(
      [
        "-i", clip.path, "-i", cover, "-map", "1", "-map", "0", "-c", "copy", "-disposition:v:0", "attached_pic",
        output,
      ]
    )
  }

  /// A motion photo: a larger video track of two frames comes first, the real one second.
  public static let twoFrameFirstVideo = ClipSpec("two-frame-first-video") { output, scratch in
    let clip = try await ClipFactory.clip(corners)
    let still = scratch.file("still.mp4")
    try await ClipFactory.ffmpeg(
      ["-f", "lavfi", "-i", "color=purple:s=640x480:r=30", "-frames:v", "2", "-c:v", "libx264", still])
    try await ClipFactory.ffmpeg(["-i", still, "-i", clip.path, "-map", "0:v", "-map", "1", "-c", "copy", output])
  }

  /// A QuickTime time code track.
  public static let timecode = VideoClip {
    $0.options = ["-timecode", "01:00:00:00"]
    $0.fileExtension = "mov"
  }.spec("timecode")

  /// A `mov_text` subtitle track.
  public static let subtitles = ClipSpec("subtitles") { output, scratch in
    let clip = try await ClipFactory.clip(corners)
    let text = try scratch.write("1\n00:00:00,100 --> 00:00:00,900\nhello\n", to: "text.srt")
    try await ClipFactory.ffmpeg(
      ["-i", clip.path, "-i", text, "-map", "0", "-map", "1", "-c", "copy", "-c:s", "mov_text", output])
  }

  /// Chapters, written as a QuickTime chapter track too.
  public static let chapters = ClipSpec("chapters") { output, scratch in
    let clip = try await ClipFactory.clip(corners)
    let chapter = "[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=500\ntitle=one\n"
    let text = try scratch.write(";FFMETADATA1\n\(chapter)", to: "chapters.txt")
    try await ClipFactory.ffmpeg(["-i", clip.path, "-i", text, "-map_metadata", "1", "-c", "copy", output])
  }

  /// How a location is written.
  public enum Location: String, CaseIterable, Sendable {
    /// A binary `loci` box (3GPP).
    case loci
    /// A `©xyz` string (QuickTime user data).
    case xyz
    /// `com.apple.quicktime.location.ISO6709` among mdta keys.
    case mdta
  }

  /// The latitude in `location` as text; in `loci` it is binary, 16.16 (48.8584).
  public static let latitude = "48.8584"

  /// A clip with a location, a device's make, a creation date (2020-02-03T04:05:06Z) and a language (`fra`).
  public static func location(_ kind: Location) -> ClipSpec {
    let place = "+\(latitude)+002.2945/"
    return VideoClip {
      $0.fileExtension = kind == .loci ? "mp4" : "mov"
      $0.options =
        ["-metadata", "creation_time=2020-02-03T04:05:06Z", "-metadata:s:a", "language=fra"]
        + (kind == .mdta
          ? [
            "-movflags", "use_metadata_tags", "-metadata", "com.apple.quicktime.location.ISO6709=\(place)",
            "-metadata", "com.apple.quicktime.make=Maker",
          ] : ["-metadata", "location=\(place)", "-metadata", "make=Maker", "-metadata", "comment=secret comment"])
    }.spec("location-\(kind)")
  }
}
