internal import Media
internal import Reading

/// The source in a few words, for plans and receipts.
public struct SourceSummary: Sendable, Encodable, CustomStringConvertible {
  public let name: String
  public let container: String
  public let byteCount: Int64
  /// Seconds; `nil` where the container does not say.
  public let duration: Double?
  public let creationTime: String?
  public let tracks: [TrackSummary]

  init(_ asset: Asset, name: String) {
    self.name = name
    container = asset.containerTitle
    byteCount = asset.byteCount
    duration = asset.duration?.seconds
    creationTime = asset.creationTime
    tracks = asset.tracks.map(TrackSummary.init)
  }

  public var description: String {
    let length = duration.map { String(format: $0, digits: 3) + " s" } ?? "unknown duration"
    return "\(container), \(byteCount) bytes, \(length), \(tracks.count) track\(tracks.count == 1 ? "" : "s")"
  }
}

/// One track in a few words.
public struct TrackSummary: Sendable, Encodable {
  public let id: Int
  public let type: String
  public let codec: String
  public let profile: String?
  /// As coded, before aspect ratio and orientation.
  public let width: Int?
  public let height: Int?
  public let sampleAspectRatio: String?
  /// Clockwise degrees that make it upright, after `isMirrored`.
  public let rotation: Int?
  public let isMirrored: Bool?
  public let pixelFormat: String?
  /// Pictures a second, by the median interval.
  public let frameRate: String?
  public let sampleRate: Int?
  public let channels: Int?
  public let channelLayout: String?
  public let bitRate: Int?
  /// Seconds.
  public let duration: Double?
  public let language: String?

  init(_ track: AssetTrack) {
    let format = track.format
    let isVideo = track.mediaType == .video
    id = track.id
    type = track.mediaType.rawValue
    codec = format.codec == .none ? format.codecTag : format.codec.description
    profile = format.profileName
    width = format.codedSize?.width
    height = format.codedSize?.height
    sampleAspectRatio = isVideo ? "\(format.sampleAspectRatio.numerator):\(format.sampleAspectRatio.denominator)" : nil
    rotation = isVideo ? format.orientation.clockwiseRotation : nil
    isMirrored = isVideo ? format.orientation.isMirrored : nil
    pixelFormat = format.pixelFormat?.description
    frameRate = track.nominalFrameRate?.description
    sampleRate = format.audio?.sampleRate
    channels = format.audio?.channelCount
    channelLayout = format.audio?.channelLayout
    bitRate = format.statedBitRate?.bitsPerSecond
    duration = track.duration?.seconds
    language = track.language
  }
}

extension String {
  /// A number with a fixed count of decimals, without the locale.
  init(format value: Double, digits: Int) {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    guard value.isFinite, abs(value) * scale < 9e15 else {
      self = "\(value)"
      return
    }
    let scaled = Int64((abs(value) * scale).rounded())
    let whole = scaled / Int64(scale)
    let fraction = "\(scaled % Int64(scale))"
    let sign = value < 0 && scaled != 0 ? "-" : ""
    self =
      digits == 0
      ? "\(sign)\(whole)" : "\(sign)\(whole).\(String(repeating: "0", count: digits - fraction.count))\(fraction)"
  }
}
