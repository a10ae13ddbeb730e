/// A made clip: the corner picture over moving content, with a sweep as sound, in any shape.
///
/// Shown upright it has red, green, blue and yellow corners (top left, top right, bottom left, bottom right), each a
/// quarter of the width and height. The sound never repeats, so that correlating it has one answer.
public struct VideoClip: Sendable {
  /// Size as shown, before sample aspect ratio; the coded size is turned if the orientation swaps the axes.
  public var width = 320
  public var height = 240
  /// Frames per second, such as `30` or `30000/1001`.
  public var rate = "30"
  public var seconds = 1.0
  /// Written into the track header; the pixels are turned the other way, so the clip is always shown upright.
  public var orientation = ClipOrientation.up
  /// Such as `4/3`; `nil` is square.
  public var sampleAspectRatio: String?
  public var pixelFormat = "yuv420p"
  /// Filters between the picture and the encoder, such as `setpts=…`.
  public var videoFilters: [String] = []
  public var videoCodec = ["libx264", "-preset", "veryfast", "-crf", "26", "-bf", "2", "-g", "15"]
  public var audio: ClipAudio? = ClipAudio.sweep
  public var audioCodec = ["aac", "-b:a", "128k"]
  /// Options before the output's name.
  public var options: [String] = []
  /// Options before the sound's input, such as `-itsoffset 0.5`.
  public var audioInputOptions: [String] = []
  public var videoInputOptions: [String] = []
  public var fileExtension = "mp4"

  public init(_ change: (inout VideoClip) -> Void = { _ in }) { change(&self) }

  /// The lavfi source of the picture alone.
  var source: String {
    let (w, h) = (width / 4, height / 4)
    let corners = [
      "0:0:\(w):\(h):red", "\(width - w):0:\(w):\(h):lime", "0:\(height - h):\(w):\(h):blue",
      "\(width - w):\(height - h):\(w):\(h):yellow",
    ]
    return
      (["testsrc2=s=\(width)x\(height):r=\(rate):d=\(seconds)", "format=gbrp"]
      + corners.map { "drawbox=\($0):fill" }).joined(separator: ",")
  }

  /// ffmpeg's arguments, without the output.
  var arguments: [String] {
    var filters: [String] = orientation == .up ? [] : [orientation.inverse.filters]
    filters += ["scale=out_color_matrix=\(height * width >= 1280 * 720 ? "bt709" : "bt601")", "format=\(pixelFormat)"]
    if let sampleAspectRatio { filters.append("setsar=\(sampleAspectRatio):max=10000") }
    filters += videoFilters
    var result = videoInputOptions + ["-f", "lavfi", "-i", source]
    if let audio { result += audioInputOptions + ["-f", "lavfi", "-i", audio.source(seconds: seconds)] }
    result += ["-vf", filters.joined(separator: ","), "-pix_fmt", pixelFormat, "-c:v"] + videoCodec
    if audio != nil { result += ["-c:a"] + audioCodec }
    return result + options
  }

  /// How to make it. The name carries a digest of everything above.
  public func spec(_ name: String) -> ClipSpec {
    let clip = self
    let digest = (arguments + ["\(orientation)"]).joined(separator: "\u{0}").utf8
      .reduce(UInt64(14_695_981_039_346_656_037)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }  // FNV-1a
    return ClipSpec("\(name)-\(String(digest, radix: 36))", fileExtension: fileExtension) { output, _ in
      try await ClipFactory.ffmpeg(clip.arguments + [output])
      if clip.orientation != .up {
        let (width, height) = clip.orientation.swapsAxes ? (clip.height, clip.width) : (clip.width, clip.height)
        var tree = try BoxTree(path: output)
        try tree.setMatrix(clip.orientation.matrix(codedWidth: width, codedHeight: height), ofTrack: 0)
        try tree.write(to: output)
      }
    }
  }
}
