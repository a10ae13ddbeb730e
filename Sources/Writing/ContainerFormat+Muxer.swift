internal import Settings

extension ContainerFormat {
  /// FFmpeg's name of its muxer.
  var muxerName: String {
    switch self {
    case .mp4: "mp4"
    case .mov: "mov"
    case .m4a: "ipod"
    }
  }
}
