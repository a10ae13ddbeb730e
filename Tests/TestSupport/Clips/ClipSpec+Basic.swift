extension ClipSpec {
  /// The corner picture with sound, H.264 and AAC in MP4, upright.
  public static let corners = VideoClip().spec("corners")

  /// The corner picture in any size and orientation.
  public static func corners(
    width: Int = 320, height: Int = 240, orientation: ClipOrientation = .up, sampleAspectRatio: String? = nil,
    seconds: Double = 1
  ) -> ClipSpec {
    VideoClip {
      $0.width = width
      $0.height = height
      $0.orientation = orientation
      $0.sampleAspectRatio = sampleAspectRatio
      $0.seconds = seconds
    }.spec("corners-\(width)x\(height)-\(orientation)")
  }

  /// Video alone.
  public static let noAudio = VideoClip { $0.audio = nil }.spec("no-audio")

  /// Sound alone, in M4A.
  public static let audioOnly = ClipSpec.ffmpeg(
    "audio-only", "m4a", ["-f", "lavfi", "-i", ClipAudio.sweep.source(seconds: 1), "-c:a", "aac"])
}
