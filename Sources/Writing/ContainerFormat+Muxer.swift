internal import Codecs
public import Media
public import Settings

extension ContainerFormat {
  /// FFmpeg's name of its muxer.
  var muxerName: String {
    switch self {
    case .mp4: "mp4"
    case .mov: "mov"
    case .m4a: "ipod"
    }
  }

  /// Whether the container can hold packets of a codec.
  public func canHold(_ format: FormatDescription) -> Bool { Muxer.canHold(format, container: muxerName) }
}
