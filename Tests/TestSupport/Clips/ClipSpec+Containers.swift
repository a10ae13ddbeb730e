extension ClipSpec {
  /// The corner clip in a container by its extension: `mkv`, `mov`, `ts`, `flv`, `avi` (MJPEG and MP3),
  /// `3gp` (H.263 at 176x144 and AAC), `gif` (15 frames a second), `webm` (VP9 and Opus).
  public static func container(_ fileExtension: String) -> ClipSpec {
    VideoClip {
      $0.fileExtension = fileExtension
      switch fileExtension {
      case "avi":
        $0.videoCodec = ["mjpeg", "-q:v", "3"]
        $0.pixelFormat = "yuvj420p"
        $0.audioCodec = ["libmp3lame"]
        $0.options = ["-fps_mode", "passthrough"]
      case "3gp":
        ($0.width, $0.height) = (176, 144)
        $0.videoCodec = ["h263", "-b:v", "500k"]
        $0.audio = .mono(sampleRate: 8000)
        $0.audioCodec = ["aac", "-b:a", "32k"]
      case "gif":
        $0.rate = "10"
        $0.pixelFormat = "rgb8"
        $0.videoCodec = ["gif"]
        $0.audio = nil
      case "webm":
        $0.videoCodec = ["libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-b:v", "1M"]
        $0.audioCodec = ["libopus"]
      case "flv": $0.audio?.sampleRate = 44100
      default: break
      }
    }.spec("container")
  }

  /// A fragmented MP4, a fragment at each key frame.
  public static let fragmented = VideoClip {
    $0.options = ["-movflags", "frag_keyframe+delay_moov+default_base_moof"]
  }.spec("fragmented")

  /// An MP4 with `moov` before `mdat`.
  public static let moovFirst = VideoClip { $0.options = ["-movflags", "faststart"] }.spec("moov-first")

  /// MPEG-TS whose H.264 changes from 320x240 to 240x160 after one second, a new SPS in the stream.
  public static let parameterSetChange = ClipSpec("parameter-set-change", fileExtension: "ts") { output, _ in
    let parts = try await [(320, 240, "0"), (240, 160, "1")].asyncMap { width, height, offset in
      try await ClipFactory.clip(
        VideoClip {
          ($0.width, $0.height) = (width, height)
          $0.fileExtension = "ts"
          $0.options = ["-output_ts_offset", offset]
        }.spec("part"))
    }
    try FileBytes.write(try parts.flatMap { try FileBytes.read($0.path) }, to: output)
  }

  /// Odd sizes, VP9 4:2:0 in WebM.
  public static let odd = VideoClip {
    ($0.width, $0.height) = (161, 121)
    $0.videoCodec = ["libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-b:v", "1M"]
    $0.audioCodec = ["libopus"]
    $0.fileExtension = "webm"
  }.spec("odd")

  /// Anamorphic: 320x240 pixels of 4:3, shown as 427x240.
  public static let anamorphic = corners(sampleAspectRatio: "4/3")

  /// Sample aspect ratio 639:640, as rounding leaves it.
  public static let nearlySquare = corners(sampleAspectRatio: "639/640")

  /// Interlaced, top field first, 25 frames a second: a white bar moves 4 pixels from field to field.
  public static let interlaced = ClipSpec.ffmpeg(
    "interlaced", "mp4",
    [
      "-f", "lavfi", "-i", "color=black:s=320x240:r=50:d=1", "-f", "lavfi", "-i", "color=white:s=24x240:r=50:d=1",
      "-filter_complex", "[0][1]overlay=x=4*n:y=0,tinterlace=interleave_top,setfield=tff", "-c:v", "libx264",
      "-flags", "+ilme+ildct", "-x264-params", "tff=1", "-pix_fmt", "yuv420p",
    ])

  /// Detailed moving content with film-like noise, that can use any bit rate.
  public static func busy(width: Int, height: Int, seconds: Double = 2, rate: String = "30") -> ClipSpec {
    .ffmpeg(
      "busy-\(width)x\(height)-\(seconds)-\(rate.replacing("/", with: "_"))", "mp4",
      [
        "-f", "lavfi", "-i", "testsrc2=s=\(width)x\(height):r=\(rate):d=\(seconds),noise=alls=24:allf=t:all_seed=1",
        "-f", "lavfi", "-i", ClipAudio.sweep.source(seconds: seconds), "-pix_fmt", "yuv420p", "-c:v", "libx264",
        "-preset", "ultrafast", "-crf", "16", "-c:a", "aac",
      ])
  }
}

extension Sequence where Self: Sendable {
  func asyncMap<Value: Sendable>(_ transform: (Element) async throws -> Value) async throws -> [Value] {
    var result: [Value] = []
    for element in self { result.append(try await transform(element)) }
    return result
  }
}
