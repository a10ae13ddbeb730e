extension ClipSpec {
  /// Milliseconds at which `variableRate`'s 24 frames are shown: irregular, 21 to 45 ms apart.
  public static let variableRateTimes: [Int] = (0..<24).map { 33 * $0 + 3 * ($0 * $0 % 5) }

  /// Irregular frame times (see `variableRateTimes`), the last frame held for 500 ms.
  ///
  /// With B-frames the last one is a key frame, so that it comes last in the file too and its duration is its own.
  public static func variableRate(bFrames: Bool) -> ClipSpec {
    let last = variableRateTimes[23]
    return VideoClip {
      $0.seconds = 0.8
      $0.videoFilters = ["settb=1/1000", "setpts=33*N+3*mod(N*N\\,5)"]
      $0.videoCodec =
        ["libx264", "-preset", "veryfast", "-bf", bFrames ? "2" : "0"]
        + ["-force_key_frames", "0.\(last)"]
      $0.options = [
        "-fps_mode", "passthrough", "-enc_time_base", "1:1000", "-video_track_timescale", "1000",
        "-bsf:v", "setts=pts=PTS:dts=DTS:duration='if(eq(PTS,\(last)),500,DURATION)'",
      ]
      $0.audio = nil
    }.spec("variable-rate")
  }

  /// Half a second at 60 frames a second, then half a second at 120; time base 1/1200.
  public static let sixtyThenOneTwenty = VideoClip {
    $0.rate = "90"
    $0.videoFilters = ["settb=1/1200", "setpts='if(lt(N,30),N*20,600+(N-30)*10)'"]
    $0.options = ["-fps_mode", "passthrough", "-enc_time_base", "1:1200", "-video_track_timescale", "1200"]
  }.spec("60-then-120")

  /// 120 frames a second throughout.
  public static let oneTwenty = VideoClip { $0.rate = "120" }.spec("120")

  /// 30000/1001 frames a second.
  public static let ntsc = VideoClip { $0.rate = "30000/1001" }.spec("ntsc")

  /// The picture begins 250 ms after the sound, by an empty edit.
  public static let lateVideo = ClipSpec.boxes(of: corners, named: "late-video") { tree in
    let timescale = tree.movieTimescale
    try tree.setEdits(
      [.init(duration: timescale / 4, mediaTime: -1), .init(duration: timescale, mediaTime: 1024)], ofTrack: 0)
  }

  /// The sound begins 400 ms after the picture.
  public static let lateAudio = VideoClip { $0.audioInputOptions = ["-itsoffset", "0.4"] }.spec("late-audio")

  /// Both tracks start with an edit 0.3 s into the media: in mid-GOP (key frames are 0.5 s apart), frame 9 first.
  public static let editInsideGOP = ClipSpec.boxes(of: corners, named: "edit-inside-gop") { tree in
    try tree.setEdits([edit(from: 0.3, to: 1, track: 0, in: tree)], ofTrack: 0)
    try tree.setEdits([edit(from: 0.3, to: 1, track: 1, in: tree)], ofTrack: 1)
  }

  /// Both tracks start with an edit at the second key frame, 0.5 s into the media.
  public static let editAtKeyFrame = ClipSpec.boxes(of: corners, named: "edit-at-key-frame") { tree in
    try tree.setEdits([edit(from: 0.5, to: 1, track: 0, in: tree)], ofTrack: 0)
    try tree.setEdits([edit(from: 0.5, to: 1, track: 1, in: tree)], ofTrack: 1)
  }

  /// Both tracks play 0 to 0.3 s, then 0.5 (a key frame) to 0.9 s of their media.
  public static let twoEdits = ClipSpec.boxes(of: corners, named: "two-edits") { tree in
    for track in 0..<2 {
      try tree.setEdits(
        [edit(from: 0, to: 0.3, track: track, in: tree), edit(from: 0.5, to: 0.9, track: track, in: tree)],
        ofTrack: track)
    }
  }

  /// The edit list stops 0.3 s before the media ends.
  public static let editEndsEarly = ClipSpec.boxes(of: corners, named: "edit-ends-early") { tree in
    for track in 0..<2 { try tree.setEdits([edit(from: 0, to: 0.7, track: track, in: tree)], ofTrack: track) }
  }

  /// Composition offsets below zero instead of an edit list for the reordering.
  public static let negativeCompositionOffsets = VideoClip {
    $0.options = ["-movflags", "negative_cts_offsets"]
  }.spec("negative-cts")

  /// AAC whose edit list skips 2112 samples of priming, as Apple's encoders need.
  public static let priming2112 = ClipSpec.boxes(of: corners, named: "priming-2112") { tree in
    try tree.setEdits([.init(duration: tree.movieTimescale * 9 / 10, mediaTime: 2112)], ofTrack: 1)
  }

  /// Matroska whose times start at 5 s.
  public static let startsAtFive = VideoClip {
    $0.options = ["-output_ts_offset", "5"]
    $0.fileExtension = "mkv"
  }.spec("starts-at-5")

  /// Seconds of a still picture, one key frame each 10 s.
  public static func still(seconds: Int) -> ClipSpec {
    .ffmpeg(
      "still-\(seconds)", "mp4",
      ["-f", "lavfi", "-i", "color=gray:s=320x240:r=10:d=\(seconds)", "-c:v", "libx264", "-preset", "ultrafast"])
  }

  /// An edit in seconds of presentation, where the media starts after `corners`' reordering or priming.
  private static func edit(from: Double, to end: Double, track: Int, in tree: BoxTree) -> BoxTree.Edit {
    let scale = Double(tree.mediaTimescale(ofTrack: track))
    return BoxTree.Edit(
      duration: Int((end - from) * Double(tree.movieTimescale) + 0.5), mediaTime: 1024 + Int(from * scale + 0.5))
  }
}
