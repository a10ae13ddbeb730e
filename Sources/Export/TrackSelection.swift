internal import Media
internal import Reading
internal import Settings

/// Which tracks are "the video" and "the sound", and why the others are not.
struct TrackSelection {
  private(set) var video: AssetTrack?
  private(set) var audio: [AssetTrack] = []
  private(set) var dropped: [Int: ExportReason] = [:]

  /// - Parameter keepsAllAudio: Passthrough keeps every sound track, presets one.
  init(_ asset: Asset, keepsAllAudio: Bool, mustDecode: Bool) {
    for track in asset.tracks {
      if let reason = Self.obstacle(of: track, mustDecode: mustDecode) { dropped[track.id] = reason }
    }
    chooseVideo(asset)
    let candidates = asset.tracks(of: .audio).filter { dropped[$0.id] == nil }
    if keepsAllAudio {
      audio = candidates
    } else if let first = candidates.first(where: \.isDefault) ?? candidates.first {
      audio = [first]
      for other in candidates where other.id != first.id {
        dropped[other.id] = ExportReason(.otherAudio, "track \(first.id) is the default or first sound track")
      }
    }
  }

  private mutating func chooseVideo(_ asset: Asset) {
    var candidates = asset.tracks(of: .video).filter { dropped[$0.id] == nil }
    if candidates.isEmpty {
      // A picture or two are a video where there is no other.
      candidates = asset.tracks(of: .video).filter { dropped[$0.id]?.code == .motionPhoto }
      for track in candidates { dropped[track.id] = nil }
    }
    guard let best = candidates.max(by: { Self.isLess($0, $1) }) else { return }
    video = best
    for other in candidates where other.id != best.id {
      dropped[other.id] = ExportReason(.otherVideo, "track \(best.id) is longer, the default, or larger")
    }
  }

  /// The longer one wins; of two equally long to a second the default one, then the larger, then the first.
  private static func isLess(_ left: AssetTrack, _ right: AssetTrack) -> Bool {
    let (a, b) = (left.duration ?? .zero, right.duration ?? .zero)
    let difference = a < b ? b - a : a - b
    if difference > MediaTime(value: 1, timescale: 1) { return a < b }
    if left.isDefault != right.isDefault { return right.isDefault }
    let (small, large) = (left.format.codedSize?.pixelCount ?? 0, right.format.codedSize?.pixelCount ?? 0)
    return small == large ? left.id > right.id : small < large
  }

  private static func obstacle(of track: AssetTrack, mustDecode: Bool) -> ExportReason? {
    switch track.mediaType {
    case .video, .audio: break
    case .subtitle: return ExportReason(.subtitles, "subtitles are not carried over")
    case .attachment: return ExportReason(.attachment, "attachments are not carried over")
    case .data, .unknown:
      let tag = track.format.codecTag
      return ExportReason(.dataTrack, "data\(tag.isEmpty ? "" : " (\(tag))") is not carried over")
    }
    if track.isEncrypted { return ExportReason(.encrypted, "its samples are encrypted") }
    if track.isAttachedPicture { return ExportReason(.attachedPicture, "a still picture such as cover art, not video") }
    if mustDecode, !track.isDecodable {
      let name = track.format.codec == .none ? track.format.codecTag : track.format.codec.description
      return ExportReason(.undecodable, "no decoder for '\(name)'")
    }
    if track.mediaType == .audio {
      guard let audio = track.format.audio, audio.sampleRate > 0, audio.channelCount > 0 else {
        return ExportReason(.undecodable, "its sample rate or channels are not known")
      }
      return nil
    }
    guard let size = track.format.codedSize, size.width > 0, size.height > 0 else {
      return ExportReason(.noDimensions, "its pictures have no size")
    }
    if let count = track.frameCount, count <= 2 {
      return ExportReason(.motionPhoto, "\(count) picture\(count == 1 ? "" : "s") are no video")
    }
    return nil
  }
}
