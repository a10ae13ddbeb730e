internal import Media
internal import Reading
internal import Settings

/// How large an export is likely to be.
enum SizeEstimate {
  /// Of a quality target's cap, what ordinary content uses.
  private static let usualShare = 0.6
  /// Tables and headers.
  private static let overhead = 1.01

  /// - Returns: `nil` where the duration is unknown.
  static func bytes(of plans: [TrackPlan], asset: Asset, surveys: [Int: TrackSurvey]) -> Int64? {
    guard let seconds = asset.duration?.seconds, seconds > 0 else { return nil }
    var bits = 0.0
    for plan in plans {
      switch plan.action {
      case .drop: continue
      case .encodeAudio(let settings): bits += Double(settings.bitRate.bitsPerSecond) * seconds
      case .encodeVideo(let settings, _):
        switch settings.rate.control {
        case .average(let rate): bits += Double(rate.bitsPerSecond) * seconds
        case .constantQuality(_, let maximum, _): bits += Double(maximum.bitsPerSecond) * usualShare * seconds
        }
      case .copy:
        let track = asset.tracks.first { $0.id == plan.trackID }
        let rate = surveys[plan.trackID]?.bitRate ?? track?.format.statedBitRate
        bits += Double(rate?.bitsPerSecond ?? 0) * seconds
      }
    }
    let bytes = bits / 8 * overhead
    return bytes.isFinite && bytes < 9e18 ? Int64(bytes) : nil
  }

  /// What a container that states no rate per track leaves for its video.
  static func videoRate(of asset: Asset) -> BitRate? {
    guard let seconds = asset.duration?.seconds, seconds > 0 else { return nil }
    let total = Double(asset.byteCount) * 8 / seconds
    let others = asset.tracks.filter { $0.mediaType != .video }.compactMap(\.format.statedBitRate?.bitsPerSecond)
    let rate = total - Double(others.reduce(0, +))
    return rate > 0 && rate < 9e18 ? BitRate(bitsPerSecond: Int(rate)) : nil
  }
}
